import { expect, test } from 'vitest';
import { formulaSheet as sheetOf } from '../../test-support/formula-sheet.js';
import { plainStyle, type Sheet } from '../grid/grid.js';
import { computeResults, uncomputedRows } from './compute-results.js';
import { ColumnReader } from './read-cell.js';

/** What the cells of the first sheet show, row by row. */
function shown(...sheets: Sheet[]) {
  const [sheet] = computeResults(sheets) as [Sheet];
  const readers = sheet.columns.map((column) => new ColumnReader(sheet, column));
  return Array.from({ length: sheet.rowCount }, (_, row) => readers.map((cells) => cells.rendered(row)));
}

test('formulas without results are computed, whatever their order', () => {
  const sheet = sheetOf([
    ['=SUM(A2:A3)', '=AVERAGE(B2:B3)', '=SUM(C2:C3)', '=A1/0', '=COUNTA(E:E)'],
    [2, 30, '=A2*B2', '=C2/$C$1', '=IF(C2>100,"large","small")'],
    [5, 80, '=A3*B3', '=C3/$C$1', '=A3&" of "&A1'],
  ]);
  expect(shown(sheet)).toEqual([
    ['7', '55', '460', '#DIV/0!', null],
    ['2', '30', '60', '0.130434782608696', 'small'],
    ['5', '80', '400', '0.869565217391304', '5 of 7'],
  ]);
});

test('a formula may refer to another sheet, and its format tells dates', () => {
  const other = sheetOf([[45_383]], { name: "Jan's data" });
  const styles = [{ ...plainStyle, numberFormat: 'yyyy-mm-dd' }];
  const [sheet] = computeResults([sheetOf([["='Jan''s data'!A1+1"]], { styles }), other]);
  expect(new ColumnReader(sheet as Sheet, sheet?.columns[0] ?? null).rendered(0)).toBe('2024-04-02');
});

test('a long chain is computed from either end', () => {
  const down = Array.from({ length: 1000 }, (_, row) => [row === 0 ? 1 : `=A${row}+1`]);
  const up = Array.from({ length: 1000 }, (_, row) => [row === 999 ? 1 : `=A${row + 2}+1`]);
  expect(shown(sheetOf(down)).at(-1)).toEqual(['1000']);
  expect(shown(sheetOf(up))[0]).toEqual(['1000']);
});

test.each([
  '=A1',
  '=B1',
  '=XLOOKUP(1,C1:C9,D1:D9)',
  '=NOW()',
  '=Other!A1',
  '=Table1[Sum]',
  '=A2:A9*2',
  '=1+',
])('%s stays without a result', (formula) => {
  const [sheet] = computeResults([sheetOf([[formula, '=A1', 'text']])]);
  expect(uncomputedRows((sheet as Sheet).columns[0] as NonNullable<Sheet['columns'][0]>)).toEqual([0]);
});

test('sums of ever longer ranges end somewhere', () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => [row, `=SUM(A$1:A${row + 1})`]);
  const [sheet] = computeResults([sheetOf(rows)]);
  const left = uncomputedRows((sheet as Sheet).columns[1] as NonNullable<Sheet['columns'][0]>);
  expect(left.length).toBeGreaterThan(2000);
  expect(left.length).toBeLessThan(8000);
});

test('lookups and counts in every row do not search the same cells again', () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => [
    `Key ${row % 5000}`,
    row,
    `=VLOOKUP("key ${9999 - row}",A:B,2,FALSE)`,
    `=COUNTIF(A$1:A$10000,A${row + 1})`,
    `=SUMIFS(B:B,A:A,A${row + 1},B:B,">4999")`,
  ]);
  const results = shown(sheetOf(rows));
  expect(results[0]?.slice(2)).toEqual(['#N/A', '2', '5000']);
  expect(results[9999]?.slice(2)).toEqual(['0', '2', '9999']);
  expect(results.flat()).not.toContain(null);
});
