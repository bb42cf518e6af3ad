import { PythonRunner } from '../src/gateways/python/python-runner.js';
import type { ProcessEvents } from '../src/process/process-events.js';
import { onDemand } from './on-demand.js';

const limits = { maxRows: 1000, maxBytes: 1_000_000 };

const directory = await onDemand('pythonSnapshots');

export const startPython = (events?: ProcessEvents) =>
  new PythonRunner({ directory, limits, ...(events && { events }) });
