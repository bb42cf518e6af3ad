import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CellKind, textIndexAt } from '../grid/grid.js';
import { readWorkbook } from './read-workbook.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-xls-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The bare stream of Excel 2 with one number in its first row. */
async function readNumber(column: number, value: number) {
  const cell = Buffer.alloc(4 + 15);
  cell.writeUInt16LE(0x03);
  cell.writeUInt16LE(15, 2);
  cell.writeUInt16LE(column, 6);
  cell.writeDoubleLE(value, 11);
  const begin = Buffer.from([0x09, 0, 4, 0, 2, 0, 0x10, 0]);
  const end = Buffer.from([0x0a, 0, 0, 0]);
  const path = join(directory, 'book.xls');
  await writeFile(path, Buffer.concat([begin, cell, end]));
  return (await readWorkbook(path, 'book.xls')).sheets[0];
}

it('a cell outside the sheet makes a file unreadable', async () => {
  expect((await readNumber(3, 7.5))?.columns[3]?.values[0]).toBe(7.5);
  await expect(readNumber(20_000, 7.5)).rejects.toMatchObject({ code: 'unreadable-file' });
});

it('a number that is not finite is an error', async () => {
  const sheet = await readNumber(0, Number.POSITIVE_INFINITY);
  const [column] = sheet?.columns ?? [];
  expect(column?.kinds[0]).toBe(CellKind.error);
  expect(sheet?.texts.at(textIndexAt(column?.values ?? new Float64Array(), 0))).toBe('#NUM!');
});

it('a cell has the result of its formula and its text', async () => {
  const cell = Buffer.alloc(4 + 22 + 3);
  cell.writeUInt16LE(0x06);
  cell.writeUInt16LE(25, 2);
  cell.writeDoubleLE(7.5, 4 + 6);
  cell.writeUInt16LE(3, 4 + 20);
  cell.set([0x1e, 7, 0], 4 + 22);
  const begin = Buffer.from([0x09, 8, 8, 0, 0, 6, 0x10, 0, 0, 0, 0, 0]);
  const end = Buffer.from([0x0a, 0, 0, 0]);
  const path = join(directory, 'formula.xls');
  await writeFile(path, Buffer.concat([begin, cell, end]));
  const [sheet] = (await readWorkbook(path, 'formula.xls')).sheets;
  expect([sheet?.columns[0]?.values[0], sheet?.columns[0]?.formulas.get(0)]).toEqual([7.5, '7']);
});
