import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskReserve, RESERVE_BYTES } from './disk-reserve.js';
import { DiskSpace } from './disk-space.js';

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-reserve-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

const sizeIn = async (directory: string) => (await stat(join(directory, 'reserve'))).size;

test('space is set aside while there is some, also if the process died while it wrote the file', async () => {
  const directory = await newDirectory();
  await DiskReserve.open(directory);
  expect(await sizeIn(directory)).toBe(RESERVE_BYTES);
  await truncate(join(directory, 'reserve'), 1000);
  expect((await DiskReserve.open(directory)).isHeld).toBe(true);
  expect(await sizeIn(directory)).toBe(RESERVE_BYTES);
});

test('a released reserve is set aside again once there is room, and until then the disk is full', async () => {
  const directory = await newDirectory();
  const reserve = await DiskReserve.open(directory);
  await reserve.release();
  const catalog = { reserve, shrinkLog: async () => {} };
  const options = { directory, lowBytes: 0, catalog };
  const short = await new DiskSpace({ ...options, minBytes: Number.MAX_SAFE_INTEGER }).state();
  expect([short.state, reserve.isHeld]).toEqual(['full', false]);
  const enough = await new DiskSpace({ ...options, minBytes: 0 }).state();
  expect([enough.state, reserve.isHeld]).toEqual(['ok', true]);
});
