import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** What tests run compiled must match the sources under test, also when these change while the tests watch them. */
export function buildIfStale(project: TestProject, workspaces: string[]): void {
  const buildNow = (): void => {
    try {
      execFileSync(process.execPath, [build, ...workspaces], { stdio: 'inherit' });
    } catch {
      throw new Error('No test ran: the build failed, for the reason given above.');
    }
  };
  buildNow();
  project.onTestsRerun(buildNow);
}
