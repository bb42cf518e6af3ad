import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PythonRunner } from './python-runner.js';
import { Snapshot } from './snapshot.js';

const never = new AbortController().signal;
let parent = '';
let directory = '';

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'python-snapshot-'));
  directory = join(parent, 'not, yet there');
});

afterEach(() => rm(parent, { recursive: true }));

test('a snapshot is created once, ahead of the first program, and reused', async () => {
  const python = new PythonRunner({ directory });
  onTestFinished(() => python.close());
  python.prepare();
  python.prepare();
  const isThere = async () =>
    expect(await readdir(directory)).toEqual([expect.stringMatching(/\.snapshot$/)]);
  await vi.waitFor(isThere, 200_000);
  const [name = ''] = await readdir(directory);
  const { mtimeMs } = await stat(join(directory, name));
  expect(await new Snapshot(directory, never).path()).toBe(join(directory, name));
  expect((await stat(join(directory, name))).mtimeMs).toBe(mtimeMs);
  expect(await readdir(directory)).toEqual([name]);
});

test('creating one can be aborted, and leaves nothing behind', async () => {
  await expect(new Snapshot(directory, AbortSignal.timeout(300)).path()).rejects.toThrow();
  expect(await readdir(directory)).toEqual([]);
});
