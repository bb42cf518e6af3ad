import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vitest/config';

const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** One build at a time, since builds of two workspaces may share a third. */
let lastBuild: Promise<void> = Promise.resolve();

/**
 * Builds the workspaces, if their sources changed, before a test first loads one of the modules: these run compiled code
 * or import generated sources. Runs without such modules build nothing.
 */
export function buildFirst(workspaces: string[], modules: RegExp): Plugin {
  let built: Promise<void> | undefined;
  return {
    name: `build ${workspaces.join(' and ')} first`,
    enforce: 'pre',
    load: {
      filter: { id: modules },
      async handler() {
        built ??= build(workspaces);
        await built;
      },
    },
    configureVitest({ vitest }) {
      vitest.onTestsRerun(async () => {
        if (built) await build(workspaces);
      });
    },
  };
}

/** Refuses the modules, so that tests which claim to need no set-up stay that way. */
export function refuse(modules: RegExp): Plugin {
  return {
    name: 'refuse modules that need a set-up',
    enforce: 'pre',
    load: {
      filter: { id: modules },
      handler(id) {
        throw new Error(
          `${id} needs a set-up, and this test runs without any: take it out of \`withoutSetUp\` in vitest.config.ts.`,
        );
      },
    },
  };
}

function build(workspaces: string[]): Promise<void> {
  lastBuild = lastBuild.then(
    () => runBuild(workspaces),
    () => runBuild(workspaces),
  );
  return lastBuild;
}

async function runBuild(workspaces: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [script, ...workspaces]);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The build of ${workspaces.join(' and ')} failed:\n${stdout}${stderr}`);
  }
}
