import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PythonProcess } from './python-process.js';
import { SpareProcesses } from './spare-processes.js';

function pretendProcesses() {
  const started: { alive: boolean; kill(): void }[] = [];
  const start = async () => {
    const process = {
      alive: true,
      kill: () => {
        process.alive = false;
      },
    };
    started.push(process);
    return process as unknown as PythonProcess;
  };
  return { started, start };
}

test('a spare process is used before a new one is started', async () => {
  const { started, start } = pretendProcesses();
  const spares = new SpareProcesses(start, { count: 1, idleMs: 1000 });
  spares.refill();
  spares.refill();
  expect(started).toHaveLength(1);
  expect(await spares.take()).toBe(started[0]);
  expect(await spares.take()).toBe(started[1]);
});

test('a spare process that died while waiting is not used', async () => {
  const { started, start } = pretendProcesses();
  const spares = new SpareProcesses(start, { count: 1, idleMs: 1000 });
  spares.refill();
  started[0]?.kill();
  expect(await spares.take()).toBe(started[1]);
});

test('a spare process that could not start is retried for the next program', async () => {
  const { started, start } = pretendProcesses();
  let failures = 1;
  const spares = new SpareProcesses(
    async () => (failures-- > 0 ? Promise.reject(new Error('no')) : start()),
    {
      count: 1,
      idleMs: 1000,
    },
  );
  spares.refill();
  expect(await spares.take()).toBe(started[0]);
});

test('idle spare processes are ended', async () => {
  const { started, start } = pretendProcesses();
  const spares = new SpareProcesses(start, { count: 2, idleMs: 20 });
  spares.refill();
  await sleep(60);
  expect(started.map(({ alive }) => alive)).toEqual([false, false]);
});
