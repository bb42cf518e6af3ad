import { expect, test } from 'vitest';
import { drawSheet } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from './analyze-sheet.js';

const range = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });

const table = (name: string, at: ReturnType<typeof range>, totalsRows = 0) => ({
  name,
  range: at,
  headerRows: 1,
  totalsRows,
  columns: [],
  columnFormulas: [],
});

test('tables that the file defines are taken as they are, with their names', () => {
  const sheet = {
    ...drawSheet([
      ['Month', 'Sales'],
      ['January', 12],
      ['February', 15],
      ['Sum', 27],
      [null],
      ['Month', 'Sales'],
      ['January', 7],
      ['February', 9],
      ['March', 8],
      ['thanks to all'],
    ]),
    tables: [table('Sales_Alice', range(0, 0, 3, 1), 1), table('Table2', range(5, 0, 8, 1))],
  };
  const regions = analyzeSheet(sheet, null).regions.filter(({ kind }) => kind === 'data');
  expect(
    regions.map(({ name, range, headerRows, rowRoles }) => ({ name, range, headerRows, rowRoles })),
  ).toEqual([
    { name: 'Sales_Alice', range: range(0, 0, 3, 1), headerRows: [0], rowRoles: { group: [], derived: [3] } },
    { name: 'シート_2', range: range(5, 0, 8, 1), headerRows: [5], rowRoles: { group: [], derived: [] } },
  ]);
});

test('a column beside a defined table stays with it', () => {
  const rows = [
    ['Month', 'Sales', 'Twice'],
    ['January', 12, 24],
    ['February', 15, 30],
  ];
  const sheet = { ...drawSheet(rows), tables: [table('Sales', range(0, 0, 2, 1))] };
  expect(analyzeSheet(sheet, null).regions.map(({ range }) => range)).toEqual([range(0, 0, 2, 2)]);
});

test('records that were written right below a defined table are its own, a total is not', () => {
  const rows = [
    ['Id', 'Price'],
    [1, 16.9],
    [2, 6.4],
    [3, 79.3],
    ['Total', 102.6],
  ];
  const sheet = { ...drawSheet(rows), tables: [table('Prices', range(0, 0, 2, 1))] };
  expect(analyzeSheet(sheet, null).regions[0]?.range).toEqual(range(0, 0, 3, 1));
});
