import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Snapshot } from './snapshot.js';

const never = new AbortController().signal;
let parent = '';
let directory = '';

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'python-snapshot-'));
  directory = join(parent, 'not, yet there');
});

afterEach(() => rm(parent, { recursive: true }));

test('a snapshot is created once and reused', { timeout: 60_000 }, async () => {
  const snapshot = new Snapshot(directory, never);
  const [path, same] = await Promise.all([snapshot.path(), snapshot.path()]);
  expect(same).toBe(path);
  const { mtimeMs } = await stat(path);
  expect(await new Snapshot(directory, never).path()).toBe(path);
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  expect(await readdir(directory)).toHaveLength(1);
});

test('creating one can be aborted, and leaves nothing behind', async () => {
  await expect(new Snapshot(directory, AbortSignal.timeout(300)).path()).rejects.toThrow();
  expect(await readdir(directory)).toEqual([]);
});
