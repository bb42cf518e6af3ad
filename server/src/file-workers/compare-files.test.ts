import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareFiles } from './compare-files.js';
import { readFileCells } from './file-cells.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'compare-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

let written = 0;

async function fileOf(content: string, filename = 'plan.csv') {
  const hash = String(++written);
  const path = join(directory, hash);
  await writeFile(path, content);
  return { path, filename, hash };
}

it('compares two text files, also where the file was renamed', async () => {
  const before = await fileOf('name,amount\nAnn,1\nBob,2\n');
  const after = await fileOf('name;amount\nAnn;1\nBob;3\n', 'plan 2.csv');
  expect(await compareFiles({ before, after })).toEqual({
    sheets: [
      { name: 'plan 2', status: 'changed', changedCells: 1, cells: [{ cell: 'B3', old: '2', new: '3' }] },
    ],
    truncated: false,
  });
});

it('finds nothing changed in the same file, and everything added in the first', async () => {
  const after = await fileOf('a\n1\n');
  const { sheets: same } = await compareFiles({ before: after, after });
  expect(same).toEqual([{ name: 'plan', status: 'unchanged', changedCells: 0, cells: [] }]);
  const { sheets: first } = await compareFiles({ before: null, after });
  expect(first).toMatchObject([{ status: 'added', changedCells: 2 }]);
});

it('leaves out what is beyond ten thousand cells, and counts it', async () => {
  const lines = (offset: number) => Array.from({ length: 12_000 }, (_, row) => row + offset).join('\n');
  const [before, after] = [await fileOf(lines(0)), await fileOf(lines(1))];
  const { sheets, truncated } = await compareFiles({ before, after });
  expect({ truncated, counted: sheets[0]?.changedCells, listed: sheets[0]?.cells.length }).toEqual({
    truncated: true,
    counted: 12_000,
    listed: 10_000,
  });
  expect(sheets[0]?.cells.at(-1)).toEqual({ cell: 'A10000', old: '9999', new: '10000' });
});

it('leaves out what would make the answer too long', async () => {
  const { sheets, truncated } = await readFileCells(await fileOf(`${'x'.repeat(30_000)}\n`.repeat(400)));
  expect({ truncated, listed: sheets[0]?.cells.length }).toEqual({ truncated: true, listed: 133 });
});

it('names the sheets of a file that lacks the wanted one', async () => {
  await expect(readFileCells({ ...(await fileOf('a\n1\n')), sheet: 'Other' })).rejects.toMatchObject({
    slug: 'not-found',
    message: 'The file has no sheet "Other"; it has "plan".',
  });
});
