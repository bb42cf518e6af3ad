import type { TestProject } from 'vitest/node';
import { Snapshot } from '../src/gateways/python/snapshot.js';
import { buildIfStale } from './build-if-stale.js';
import { migrateOnce } from './migrated-databases.js';
import { startPostgres } from './postgres.js';
import { pythonSnapshots } from './python-snapshots.js';
import { collectTemporaryFiles } from './temporary-files.js';

/** Once for all tests; where Python cannot run, those that need it say so. */
const preparePython = () =>
  new Snapshot(pythonSnapshots, new AbortController().signal).path().catch(() => undefined);

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
  buildIfStale(project, ['server']);
  collectTemporaryFiles();
  const [postgres] = await Promise.all([startPostgres(), preparePython()]);
  const { drop, ...migrated } = await migrateOnce(postgres.url);
  project.provide('postgresUrl', postgres.url);
  project.provide('migrated', migrated);
  return async () => {
    await drop();
    await postgres.stop();
  };
}
