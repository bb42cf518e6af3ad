import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSaves } from './file-saves.js';

test('each save is told once, however a program writes the file, and lock files are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wds-'));
  const path = join(folder, 'budget.xlsx');
  const stop = new AbortController();
  await writeFile(path, 'first');
  const saves = fileSaves(path, stop.signal);
  expect((await saves.next()).done).toBe(false);

  const second = saves.next();
  await writeFile(join(folder, '~$budget.xlsx'), 'lock');
  await writeFile(join(folder, 'new.tmp'), 'second');
  await rename(join(folder, 'new.tmp'), path);
  expect((await second).done).toBe(false);

  const third = saves.next();
  stop.abort();
  await expect(third).rejects.toMatchObject({ name: 'AbortError' });
});
