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
  return { sync, onLost: vi.fn(), ends };
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
