import { expect, test } from 'vitest';
import { structure } from '../test-support/structured-sheet.js';

test('lines drawn with characters above the totals are no records', () => {
  const { tables } = structure([
    ['District', 'Levy', 'Paid'],
    ['Ada', 'Bond', 310.25],
    ['Adena', 'Bond', 46.5],
    ['Akron', 'Site', 2506.75],
    [null, null, '========'],
    ['TOTAL', null, 2863.5],
  ]);
  expect(tables.base).toHaveLength(4);
  expect(tables.base_計算項目?.slice(1)).toEqual([['TOTAL', null, 2863.5]]);
});

test('a dash of a record stands for a value that is missing', () => {
  const { tables } = structure([
    ['District', 'Levy', 'Paid'],
    ['Ada', '----', 310.25],
    ['Adena', 'Bond', 46.5],
  ]);
  expect(tables.base).toHaveLength(3);
});

test('strokes across all cells are lines, and so are those of the header between two of them', () => {
  const { tables } = structure([
    ['-', '-', '-', '-'],
    ['District', 'Men', 'Women', 'Children'],
    [null, '--------', '-', '-'],
    ['-', '-', '-', '-'],
    ['Ada', 310, 298, 77],
    ['Adena', 46, '-', 12],
    ['Akron', 250, 231, 64],
  ]);
  expect(tables.base).toEqual([
    ['District', 'Men', 'Women', 'Children'],
    ['Ada', 310, 298, 77],
    ['Adena', 46, null, 12],
    ['Akron', 250, 231, 64],
  ]);
});
