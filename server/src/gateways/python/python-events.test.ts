import { expect, onTestFinished, test, vi } from 'vitest';
import { RecordedProcesses } from '../../../test-support/process-events.js';
import { pythonSnapshots } from '../../../test-support/python-snapshots.js';
import { PythonRunner } from './python-runner.js';

test('a program that is killed at its deadline is reported, and one that answers is not', {
  timeout: 120_000,
}, async () => {
  const events = new RecordedProcesses();
  const python = new PythonRunner({ directory: pythonSnapshots, events });
  onTestFinished(() => python.close());
  const run = (code: string, deadlineMs: number) =>
    python.run({ code, inputs: {}, account: 'acc', deadlineMs });
  expect(await run('output = [{"n": 1}]', 60_000)).toMatchObject({ values: [[1]] });
  await expect(run('while True: pass', 500)).rejects.toMatchObject({ failure: 'time' });
  await vi.waitFor(() => expect(events.ends).toHaveLength(1), 120_000);
  expect(events.ends[0]).toMatchObject({
    kind: 'python',
    reason: 'deadline',
    signal: 'SIGKILL',
    openCalls: [{ call: 'run' }],
    stderr: '',
  });
});
