import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { childProcesses, isRunning } from './support/child-processes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = ['node_modules/vitest/vitest.mjs', 'run', '--config'];

test.runIf(process.platform === 'linux')('Ctrl-C leaves nothing of a test run behind', async () => {
  const run = spawn(process.execPath, [...command, 'test/support/interrupted-run/vitest.config.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: tmpdir() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void run.kill('SIGKILL'));
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += text));
  await expect.poll(() => output).toContain('all servers run');

  const started = descendantsOf(run.pid as number);
  const programs = started.map(({ runs }) => runs);
  expect(programs).toContainEqual(expect.stringContaining('postgres -D'));
  expect(programs.filter((runs) => runs.includes('/dist/start.js'))).toHaveLength(2);

  run.kill('SIGINT');
  await expect.poll(() => started.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

function descendantsOf(pid: number): ReturnType<typeof childProcesses> {
  return childProcesses(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
}
