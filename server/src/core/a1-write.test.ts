import { formatRange } from '@workbook-data-service/sheets/addresses';
import { describe, expect, test } from 'vitest';
import { rangeRows, writtenRange } from './a1-write.js';
import { parseRange } from './cell-ranges.js';

const columns = [{ name: 'name' }, { name: 'qty' }, { name: '__proto__' }];

/** A table of three rows with the ids 10, 20 and 30. */
function write(range: string, values: unknown[][]) {
  const written = writtenRange(parseRange(range), values);
  const ids = [null, 10, 20, 30];
  const rowIds = values.map((_, i) => ids[written.top - 1 + i] ?? null);
  return [...rangeRows(written, values, { columns, rowCount: 3, rowIds })];
}

const refusal = (path: string, message: string) =>
  expect.objectContaining({
    slug: 'invalid-request',
    members: { errors: [expect.objectContaining({ path, message: expect.stringContaining(message) })] },
  });

describe('values at a range', () => {
  test('update the rows they fall on, and only the columns they cover', () => {
    expect(write('B3:B4', [[5], ['x']])).toEqual([
      { rowId: 20, cells: { qty: 5 } },
      { rowId: 30, cells: { qty: 'x' } },
    ]);
  });

  test('spread from a single cell', () => {
    const values = [
      ['a', 1],
      ['b', 2],
    ];
    expect(formatRange(writtenRange(parseRange('A2'), values))).toBe('A2:B3');
    expect(write('A2', values)).toEqual([
      { rowId: 10, cells: { name: 'a', qty: 1 } },
      { rowId: 20, cells: { name: 'b', qty: 2 } },
    ]);
  });

  test('insert below the last row', () => {
    expect(write('A4:A6', [['a'], ['b'], ['c']])).toEqual([
      { rowId: 30, cells: { name: 'a' } },
      { cells: { name: 'b' } },
      { cells: { name: 'c' } },
    ]);
    expect(write('A5', [['a']])).toEqual([{ cells: { name: 'a' } }]);
  });

  test('clear cells with null', () => {
    expect(write('A2:B2', [[null, 0]])).toEqual([{ rowId: 10, cells: { name: null, qty: 0 } }]);
  });

  test('reach a column of any name', () => {
    const [row] = write('C2', [[7]]);
    expect(Object.entries(row?.cells ?? {})).toEqual([['__proto__', 7]]);
  });

  test.each<[string, string, unknown[][], string, string]>([
    ['on the header row', 'A1', [['x']], '/range', 'header row'],
    ['from the header row on', 'A1:A2', [['x'], ['y']], '/range', 'header row'],
    ['beyond the last column', 'D2', [['x']], '/range', 'last column of the table (C)'],
    ['that spread beyond the last column', 'C2', [['x', 'y']], '/range', 'last column of the table (C)'],
    ['that leave rows empty', 'A6', [['x']], '/range', 'row 5'],
    ['beyond the sheet', 'A1048576', [['x'], ['y']], '/range', 'beyond the sheet'],
    ['with too few rows', 'A2:A3', [['x']], '/values', 'are 1 x 1 cells, but A2:A3 is 2 x 1'],
    [
      'with too many cells',
      'A2:A3',
      [
        ['x', 1],
        ['y', 2],
      ],
      '/values',
      'are 2 x 2 cells',
    ],
    ['of uneven rows', 'A2', [['x', 1], ['y']], '/values/1', 'must have 2 cells'],
    ['without cells', 'A2', [[]], '/values', 'no cells'],
    ['without rows', 'A2', [], '/values', 'no cells'],
  ])('%s are refused', (_, range, values, path, message) => {
    expect(() => write(range, values)).toThrowError(refusal(path, message));
  });
});
