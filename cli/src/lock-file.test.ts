import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locked } from './lock-file.js';

test('one works after another, also where one fails or was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wds-lock-'));
  const path = join(folder, 'lock');
  await writeFile(path, '');
  await utimes(path, new Date(0), new Date(0));
  let atWork = 0;
  const work = async () => {
    expect(++atWork).toBe(1);
    await new Promise(setImmediate);
    atWork -= 1;
    throw new Error('failed');
  };
  const all = await Promise.allSettled([locked(path, work), locked(path, work), locked(path, work)]);
  expect(all.map(({ status, ...rest }) => [status, (rest as { reason: Error }).reason.message])).toEqual(
    Array(3).fill(['rejected', 'failed']),
  );
  expect(await readdir(folder)).toEqual([]);
});
