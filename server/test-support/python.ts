import { PythonRunner } from '../src/gateways/python/python-runner.js';
import type { ProcessEvents } from '../src/process/process-events.js';
import { pythonSnapshots } from './python-snapshots.js';

const limits = { maxRows: 1000, maxBytes: 1_000_000 };

export const startPython = (events?: ProcessEvents) =>
  new PythonRunner({ directory: pythonSnapshots, limits, ...(events && { events }) });
