import { expect, it } from 'vitest';
import { movedTotal } from './totals-references.js';

/** Headings in row 1, data in rows 2 to 9, totals in row 10, columns A to D. */
const table = {
  name: 'Sales',
  range: { top: 0, left: 0, bottom: 9, right: 3 },
  headerRows: 1,
  totalsRows: 1,
  columns: ['a', 'b', 'c', 'd'],
  columnFormulas: [null, null, null, null],
};

it.each([
  ['SUM(B2:B9)', 'SUM(B2:B11)'],
  ['SUM(B2:B8)+B9', 'SUM(B2:B8)+B9'],
  ['B10/$C$10', 'B12/C12'],
  ['SUM(F2:F9)+Other!B10', 'SUM(F2:F9)+Other!B10'],
  ['SUBTOTAL(109,Sales[b])&"B10"', 'SUBTOTAL(109,Sales[b])&"B10"'],
])('the total %s moves down by two rows as %s', (formula, wanted) => {
  expect(movedTotal(formula, table, 2)).toBe(wanted);
});
