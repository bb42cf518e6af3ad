import { PythonRunner } from '../src/gateways/python/python-runner.js';
import { pythonSnapshots } from './python-snapshots.js';

export const startPython = () =>
  new PythonRunner({ directory: pythonSnapshots, limits: { maxRows: 1000, maxBytes: 1_000_000 } });
