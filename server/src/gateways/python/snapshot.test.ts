import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onDemand } from '../../../test-support/on-demand.js';
import { patience } from '../../../test-support/patience.js';
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

const runningChildren = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

// Creating one to its end takes many seconds of a core, which was spent for the one that all tests use.
test('a snapshot is begun once, ahead of the first program, and leaves nothing behind if it cannot end', async () => {
  const before = runningChildren();
  const python = new PythonRunner({ directory });
  python.prepare();
  python.prepare();
  await vi.waitFor(
    async () => expect(await readdir(directory)).toEqual([expect.stringMatching(/\.snapshot\./)]),
    patience(200_000),
  );
  expect(runningChildren()).toBe(before + 1);
  await python.close();
  await vi.waitFor(async () => expect(await readdir(directory)).toEqual([]), patience(200_000));
});

test('one that is there is used as it is', async () => {
  const pythonSnapshots = await onDemand('pythonSnapshots');
  const path = await new Snapshot(pythonSnapshots, never).path();
  const { mtimeMs } = await stat(path);
  expect(await new Snapshot(pythonSnapshots, never).path()).toBe(path);
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  const ofThisOne = (await readdir(pythonSnapshots)).filter((name) => name.startsWith(basename(path)));
  expect(ofThisOne).toEqual([basename(path)]);
});

test('creating one can be aborted, and leaves nothing behind', async () => {
  await expect(new Snapshot(directory, AbortSignal.timeout(300)).path()).rejects.toThrow();
  expect(await readdir(directory)).toEqual([]);
});
