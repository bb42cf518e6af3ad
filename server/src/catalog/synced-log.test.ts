import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SyncedLog } from './synced-log.js';

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'log-')), 'catalog.db-wal');
  await writeFile(path, '');
});
afterAll(async () => await rm(join(path, '..'), { recursive: true }));

/** A disk whose syncs end when the test says so. */
function slowDisk() {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const sync = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
  return { sync, syncAtOnce: vi.fn(), onLost: vi.fn(), ends };
}

/** A disk whose syncs take as long as `takes` says, by a clock of its own. */
function steadyDisk(takes: { ms: number }) {
  let at = 0;
  const pass = () => {
    at += takes.ms;
  };
  const disk = { sync: vi.fn(async () => pass()), syncAtOnce: vi.fn(pass), onLost: vi.fn() };
  return { disk, now: () => at };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('commits during a sync wait for the next, which they share', async () => {
  const disk = slowDisk();
  const log = new SyncedLog(path, disk);
  const done: string[] = [];
  const commit = (name: string) => void log.synced().then(() => done.push(name));
  commit('first');
  await turn();
  commit('second');
  commit('third');
  disk.ends[0]?.resolve();
  await turn();
  expect([done, disk.sync.mock.calls.length]).toEqual([['first'], 2]);
  disk.ends[1]?.resolve();
  await turn();
  expect(done).toEqual(['first', 'second', 'third']);
  log.close();
});

test('once the disk failed, nothing is said to be kept any more', async () => {
  const disk = slowDisk();
  const log = new SyncedLog(path, disk);
  const first = log.synced();
  await turn();
  const second = log.synced();
  disk.ends[0]?.reject(new Error('input/output error'));
  await expect(first).rejects.toThrow('input/output error');
  await expect(second).rejects.toThrow('input/output error');
  expect([disk.onLost.mock.calls.length, disk.sync.mock.calls.length]).toEqual([1, 1]);
  log.close();
});

test('small commits wait on the event loop for a disk that was quick for a while, until it is slow once', async () => {
  const takes = { ms: 0.1 };
  const { disk, now } = steadyDisk(takes);
  const log = new SyncedLog(path, disk, now);
  const commit = async (times: number, commitMs = 0.1) => {
    for (let i = 0; i < times; i++) await log.synced(commitMs);
    return [disk.sync.mock.calls.length, disk.syncAtOnce.mock.calls.length];
  };
  expect(await commit(32)).toEqual([32, 0]);
  expect(await commit(3)).toEqual([32, 3]);
  expect(await commit(1, 20), 'of many rows').toEqual([33, 3]);
  expect(await commit(1)).toEqual([33, 4]);
  takes.ms = 5;
  expect(await commit(40)).toEqual([72, 5]);
  log.close();
});
