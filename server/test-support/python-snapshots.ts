import { fileURLToPath } from 'node:url';

/** Shared by all suites and runs: creating one takes longer than most of the tests that need it. */
export const pythonSnapshots = fileURLToPath(
  new URL('../../node_modules/.cache/python-snapshots', import.meta.url),
);
