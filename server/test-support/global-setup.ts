import type { TestProject } from 'vitest/node';
import { buildIfStale } from './build-if-stale.js';
import { startPostgres } from './postgres.js';
import { collectTemporaryFiles } from './temporary-files.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Children and end-to-end tests run compiled code. PostgreSQL is one server for the whole run; suites create their own
 * databases in it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale(project, ['contract', 'server']);
  collectTemporaryFiles();
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
