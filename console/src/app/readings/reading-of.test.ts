import { expect, test } from 'vitest';
import { readingOf } from './reading-of.js';

const total = { sheet: 'P&L', stated: 10, computed: 10, difference: 0 };
const placed = { uncomputed_cells: [], unplaced_cells: [] };

test('the sheets of a file are told together', () => {
  const reading = readingOf({
    coverage: [
      { sheet: 'P&L', cells: 30, placed: 30, unplaced: 0, ...placed },
      { sheet: 'Notes', cells: 10, placed: 8, unplaced: 2, ...placed, unplaced_cells: ['A1', 'B7'] },
    ],
    reconciliation: [
      { ...total, cell: 'B9', agrees: true },
      { ...total, cell: 'C9', agrees: false },
    ],
  });
  expect(reading).toEqual({
    share: 0.95,
    unplaced: ['Notes!A1', 'Notes!B7'],
    agreeing: 1,
    differing: ['P&L!C9'],
  });
});

test('nothing is said of a file that was not structured', () => {
  expect(readingOf({ coverage: null, reconciliation: null })).toEqual({
    share: undefined,
    unplaced: [],
    agreeing: 0,
    differing: [],
  });
});
