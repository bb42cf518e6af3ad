import { fileURLToPath } from 'node:url';
import { PythonRunner } from '../src/gateways/python/python-runner.js';

/** Shared by all suites and runs: making it takes longer than most of the tests that need it. */
export const pythonSnapshots = fileURLToPath(
  new URL('../../node_modules/.cache/python-snapshots', import.meta.url),
);

export const startPython = () =>
  new PythonRunner({ directory: pythonSnapshots, limits: { maxRows: 1000, maxBytes: 1_000_000 } });
