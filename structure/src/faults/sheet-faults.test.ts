import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { formulaSheet } from '../../../sheets/test-support/formula-sheet.js';
import { sheetFaults } from './sheet-faults.js';

/** By kind, the cells with what is expected there. */
function faultsOf(sheet: Sheet) {
  return Object.fromEntries(
    sheetFaults(sheet).map(({ kind, cells }) => [
      kind,
      cells.map(({ place, expected }) => [addressOfPlace(place), ...(expected ? [expected] : [])].join(' ')),
    ]),
  );
}

const product = (row: number) => `=B${row}*C${row}`;
const lines = (cells: Record<number, string | number>) =>
  [2, 3, 4, 5, 6, 7, 8].map((row) => ['item', row, 10, cells[row] ?? product(row)]);
const header = ['name', 'quantity', 'price', 'amount'];

test('a formula and a constant that differ from the copies around them are named, with what would be there', () => {
  const odd = formulaSheet([header, ...lines({ 4: '=B4*12' })]);
  expect(faultsOf(odd)).toEqual({ unlike_neighbours: ['D4 =B4*C4'] });
  const constant = formulaSheet([header, ...lines({ 6: 60 })]);
  expect(faultsOf(constant)).toEqual({ constant_among_formulas: ['D6 =B6*C6'] });
});

test('absolute references stay as they are in what is expected', () => {
  const rate = (row: number) => `=B${row}*$F$1`;
  const rows = [2, 3, 4, 5, 6, 7].map((row) => ['item', row, null, row === 4 ? '=B4*$F$2' : rate(row)]);
  expect(faultsOf(formulaSheet([header, ...rows]))).toEqual({ unlike_neighbours: ['D4 =B4*$F$1'] });
});

test('rows of subtotals and rows that differ as a whole are meant so', () => {
  const subtotal = formulaSheet([header, ...lines({ 5: '=SUM(D2:D4)' })]);
  expect(faultsOf(subtotal)).toEqual({});
  const months = [2, 3, 4, 5, 6, 7].map((row) => [row, `=A${row}*2`, `=B${row}*2`, `=C${row}*2`]);
  months[2] = [4, '=A4*3', '=B4*3', '=C4*3'];
  expect(faultsOf(formulaSheet([['a', 'b', 'c', 'd'], ...months]))).toEqual({});
});

test('along a row as well', () => {
  const total = ['D', 'E', 'F', 'G', 'H', 'I'].map((letter) => `=${letter}2*2`);
  const row = ['x', 'y', 'z', ...total.slice(0, 2), 7, ...total.slice(3)];
  const faults = faultsOf(formulaSheet([[], ['a', 'b', 'c', 1, 2, 3, 4, 5, 6], row]));
  expect(faults).toEqual({ constant_among_formulas: ['F3 =F2*2'] });
});

test('a sum that stops before the last numbers, or passes over numbers that are texts', () => {
  const column = (cells: (string | number | null)[]) => formulaSheet(cells.map((cell) => [cell]));
  expect(faultsOf(column(['amount', 1, 2, 3, 4, '=SUM(A2:A3)']))).toEqual({ sum_omits_cells: ['A6 A4:A5'] });
  expect(faultsOf(column(['amount', 1, '2', 3, '=SUM(A2:A4)']))).toEqual({ text_in_sum: ['A5 A3'] });
  expect(faultsOf(column(['amount', 1, 2, 3, '=SUM(A2:A4)', 5]))).toEqual({});
  expect(faultsOf(column(['amount', 1, 2, null, 4, '=SUM(A2:A3)']))).toEqual({});
});

test('references to other files and values in hidden lines', () => {
  const sheet = formulaSheet([['=[1]Jan!B2'], ['=Jan!B2'], [3]], { hiddenRows: new Set([2]) });
  expect(faultsOf(sheet)).toEqual({ other_file: ['A1'], hidden_values: ['A3'] });
});

test('a sum that begins later than the sum beside it', () => {
  const rows = [2, 3, 4, 5].map((row) => [`item ${row}`, row, row * 10]);
  const sums = (first: string, second: string) =>
    faultsOf(formulaSheet([['item', 'a', 'b'], ...rows, ['Total', first, second]]));
  expect(sums('=SUM(B2:B5)', '=SUM(C3:C5)')).toEqual({ sum_omits_cells: ['C6 C2'] });
  expect(sums('=SUM(B2:B5)', '=SUM(C2:C5)')).toEqual({});
});
