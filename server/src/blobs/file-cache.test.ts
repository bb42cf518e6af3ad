import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileCache } from './file-cache.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-cache-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const fetched: string[] = [];
beforeEach(() => {
  fetched.length = 0;
});

/** Requests the text as a blob; waits a moment, so that each use has a distinct time. */
async function use(cache: FileCache, text: string): Promise<string> {
  await sleep(5);
  return cache.path(hashOf(text), async () => {
    fetched.push(text);
    return Readable.from([Buffer.from(text)]);
  });
}

async function cached(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name !== 'tmp').sort();
}

test('a cached file is not fetched again, and concurrent requests share one fetch', async () => {
  const cache = await FileCache.open(directory, 100, 0);
  await Promise.all([use(cache, 'aaaa'), use(cache, 'aaaa'), use(cache, 'aaaa')]);
  await use(cache, 'aaaa');
  expect(fetched).toEqual(['aaaa']);
});

test('over the limit, the least recently used files are evicted', async () => {
  const cache = await FileCache.open(directory, 10, 0);
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc']) await use(cache, text);
  expect(await cached()).toEqual([hashOf('aaaa'), hashOf('cccc')].sort());
});

test('the order of use survives a restart', async () => {
  const before = await FileCache.open(directory, 100, 0);
  for (const text of ['aaaa', 'bbbb', 'aaaa']) await use(before, text);
  const after = await FileCache.open(directory, 10, 0);
  await use(after, 'cccc');
  expect(await cached()).toEqual([hashOf('aaaa'), hashOf('cccc')].sort());
});

test('a file just returned is kept, even over the limit', async () => {
  const cache = await FileCache.open(directory, 1);
  await use(cache, 'aaaa');
  await use(cache, 'bbbb');
  expect(await cached()).toHaveLength(2);
});

test('a deleted file is fetched again and counted once', async () => {
  const cache = await FileCache.open(directory, 9, 0);
  for (let round = 0; round < 5; round += 1) {
    const path = await use(cache, 'aaaa');
    await rm(path);
  }
  await use(cache, 'bbbb');
  await use(cache, 'aaaa');
  expect(await cached()).toHaveLength(2);
  expect(fetched).toHaveLength(7);
});

test('bytes that do not match their hash are refused', async () => {
  const cache = await FileCache.open(directory, 100, 0);
  const damaged = cache.path(hashOf('aaaa'), async () => Readable.from([Buffer.from('aaab')]));
  await expect(damaged).rejects.toThrow('damaged');
  expect(await cached()).toEqual([]);
});
