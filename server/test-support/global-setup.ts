import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';
import { collectTemporaryFiles } from './temporary-files.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/**
 * Children and end-to-end tests run compiled code, which must match the sources under test. PostgreSQL is one
 * server for the whole run; suites create their own databases in it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  project.onTestsRerun(buildIfStale);
  const removeTemporaryFiles = await collectTemporaryFiles();
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await removeTemporaryFiles();
  };
}

function buildIfStale(): void {
  try {
    execFileSync(process.execPath, [build, 'contract', 'server'], { stdio: 'inherit' });
  } catch {
    throw new Error('No test ran: the build failed, for the reason given above.');
  }
}
