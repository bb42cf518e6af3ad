import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOutput } from './output-file.js';

test('a file is there whole or not at all, and what was there before stays until then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wds-'));
  const path = join(folder, 'rows.csv');
  const interrupted = async (write: (text: string) => Promise<void>): Promise<void> => {
    await write('half');
    throw new Error('Interrupted.');
  };
  await expect(withOutput({ output: path }, interrupted)).rejects.toThrow('Interrupted.');
  expect(await readdir(folder)).toEqual([]);
  await withOutput({ output: path }, async (write) => {
    await write('one');
    await write('two');
  });
  await expect(withOutput({ output: path, force: true }, interrupted)).rejects.toThrow('Interrupted.');
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['onetwo', ['rows.csv']]);
});
