import { expect, it } from 'vitest';
import { type GrownTable, grownRanges, grownTablePart } from './grown-tables.js';

const grown = (bottom: number, totalsRows = 0): GrownTable => ({
  table: {
    name: 'Sales',
    range: { top: 0, left: 1, bottom, right: 3 },
    headerRows: 1,
    totalsRows,
    columns: ['a', 'b', 'c'],
    columnFormulas: [null, null, null],
  },
  rows: 5,
});

it.each([
  ['ends with the data', 'C2:C9', 'C2:C14'],
  ['starts in the middle', 'B5:D9', 'B5:D14'],
  ['ends elsewhere', 'C2:C8', 'C2:C8'],
  ['reaches beyond the table', 'A2:C9 C2:C20', 'A2:C9 C2:C20'],
  ['is the last row alone', 'C9', 'C9'],
  ['is one of several', 'A1  C2:C9 F7', 'A1  C2:C14 F7'],
])('a range that %s: %s becomes %s', (_, before, after) => {
  expect(grownRanges(before, [grown(8)])).toBe(after);
});

it('covers the totals where it did before, and the only row', () => {
  expect(grownRanges('C2:C8 C2:C9', [grown(8, 1)])).toBe('C2:C13 C2:C14');
  expect(grownRanges('C2', [grown(1)])).toBe('C2:C7');
});

it('grows the table with its filter and its order, byte for byte otherwise', async () => {
  const part = (end: number, data: number) =>
    `<table xmlns="m" ref="B1:D${end}" totalsRowCount="1"><autoFilter ref="B1:D${data}"/><sortState ref='B2:D${data}'><sortCondition ref="B2"/></sortState></table>`;
  const after = await grownTablePart('table1.xml', Buffer.from(part(9, 8)), grown(8, 1));
  expect(after.toString()).toBe(part(14, 13));
});
