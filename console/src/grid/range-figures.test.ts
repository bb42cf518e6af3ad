import { expect, test } from 'vitest';
import { figuresOf } from './range-figures.js';

const rowsOf = (...cells: unknown[][]) => cells.map((row, i) => ({ id: String(i), cells: row }));

test('numbers of a range are summed, also those that are text for their digits, and texts are only counted', () => {
  const columns = [
    { name: 'item', type: 'VARCHAR' },
    { name: 'amount', type: 'DOUBLE' },
    { name: 'id', type: 'BIGINT' },
  ];
  const rows = rowsOf(['-', 'a', 0.5, '12000000000000000000'], ['-', null, 'NaN', 2], ['-', '', null, null]);
  expect(figuresOf(rows, columns, 1)).toEqual({
    filled: 6,
    numbers: { count: 3, sum: 12e18, min: 0.5, max: 12e18 },
  });
});

test('dates have a first and a last, and masked cells nothing', () => {
  const day = { name: 'day', type: 'DATE' };
  expect(figuresOf(rowsOf(['2026-03-01'], ['2025-12-31'], [null]), [day], 0)).toEqual({
    filled: 2,
    moments: { type: 'DATE', min: '2025-12-31', max: '2026-03-01' },
  });
  const masked = { name: 'pay', type: 'BIGINT', badge: 'masked' as const };
  expect(figuresOf(rowsOf([null], [null]), [masked], 0)).toEqual({ filled: 0 });
});
