import { expect, test } from 'vitest';
import { CellKind, plainStyle, type Sheet } from '../grid/grid.js';
import type { ColumnData } from './column-data.js';
import { columnNumberFormat } from './column-number-format.js';
import { ColumnReader } from './read-cell.js';
import { nothingAround } from './spreadsheet-file.js';

type Cell = string | [format: string, kind?: keyof typeof CellKind];

function formatOf(cells: Cell[], type: ColumnData['type'] = 'DOUBLE'): string | undefined {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell : ''));
  const column = {
    firstRow: 0,
    kinds: Uint8Array.from(
      cells,
      (cell) => CellKind[typeof cell === 'string' ? 'text' : (cell[1] ?? 'number')],
    ),
    values: Float64Array.from(cells, (_, row) => row),
    styles: Uint16Array.from(cells, (_, row) => row),
    formulas: new Map<number, string>(),
  };
  const styles = cells.map((cell) => ({
    ...plainStyle,
    numberFormat: typeof cell === 'string' ? 'General' : cell[0],
  }));
  const sheet: Sheet = {
    ...nothingAround,
    name: 'Sheet1',
    rowCount: cells.length,
    columns: [column],
    texts,
    styles,
    dateSystem: '1900',
  };
  const rows = Uint32Array.from(cells, (_, row) => row);
  return columnNumberFormat(new ColumnReader(sheet, column), rows, type);
}

test('the most frequent format counts, and the default is none', () => {
  expect(formatOf([['0%'], ['0.0%'], ['0%'], ['General']])).toBe('0%');
  expect(formatOf([['0%'], ['General'], ['General']])).toBeUndefined();
  expect(formatOf([])).toBeUndefined();
});

test('only cells with a number or date have a say, and only in such a column', () => {
  expect(
    formatOf(
      [
        ['@', 'empty'],
        ['@', 'error'],
        ['d.m.yyyy', 'date'],
      ],
      'DATE',
    ),
  ).toBe('d.m.yyyy');
  expect(formatOf([['0%']], 'VARCHAR')).toBeUndefined();
});

test('percentages written as text keep their decimals', () => {
  expect(formatOf(['10%', '20 %'])).toBe('0%');
  expect(formatOf(['12.50%', '7,25％', '1'])).toBe('0.00%');
  expect(formatOf(['12.5', '7'])).toBeUndefined();
});

test('a format that Excel would refuse is left out', () => {
  expect(formatOf([['[[0']])).toBeUndefined();
});
