import { expect, test } from 'vitest';
import { tablesOf } from '../../../test-support/structured-sheet.js';

test('a label with a nought between coded records heads a group as others do', () => {
  const tables = tablesOf([
    ['Item', 'Description', 'Case', 'Price', 'Total'],
    ['', 'Wheels', '', '', ''],
    ['W-10', 'Rim bright', 12, 12.5, 0],
    ['W-11', 'Tire gel', 12, 9.95, 0],
    ['', 'Brushes', '', '', 0],
    ['B-20', 'Detail brush', 24, 0.95, 0],
    ['B-21', 'Fender brush', 12, 8.65, 0],
    ['', 'Towels', '', '', 0],
    ['T-30', 'Drying towel', 6, 7.5, 0],
    ['T-31', 'Polishing towel', 6, 6.25, 0],
  ]);
  expect(tables['']).toEqual(
    expect.arrayContaining([
      'Wheels | W-11 | Tire gel | 12 | 9.95 | 0',
      'Brushes | B-20 | Detail brush | 24 | 0.95 | 0',
      'Towels | T-31 | Polishing towel | 6 | 6.25 | 0',
    ]),
  );
});
