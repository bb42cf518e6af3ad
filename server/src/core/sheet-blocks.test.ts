import { expect, test } from 'vitest';
import { totalRows } from './sheet-blocks.js';

test('totals make a row for each function, in the order in which the functions are named', () => {
  const [sum, max, other] = [
    { column: 'a', fn: 'sum' },
    { column: 'a', fn: 'max' },
    { column: 'b', fn: 'sum' },
  ] as const;
  expect(totalRows([sum, max, other])).toEqual([
    { fn: 'sum', totals: [sum, other] },
    { fn: 'max', totals: [max] },
  ]);
});
