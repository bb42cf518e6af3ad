import { expect, it } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import { findTotalColumns, findTotalRows } from './find-total-lines.js';

const gridOf = (rows: (string | number)[][]) => CellGrid.ofTexts(rows.map((row) => row.map(String)));

it('finds total rows above their parts', () => {
  const grid = gridOf([
    ['Norway', 75105, 90491],
    ['  Oslo', 51234, 61377],
    ['  Bergen', 23871, 29114],
    ['Sweden', 52141, 56111],
    ['  Lund', 18422, 17905],
    ['  Malmö', 33719, 38206],
  ]);
  const totals = findTotalRows(grid, { top: 0, left: 1, bottom: 5, right: 2 });
  expect(totals.map(({ line, parts }) => [line, parts])).toEqual([
    [0, [1, 2]],
    [3, [4, 5]],
  ]);
});

it('finds total columns', () => {
  const grid = gridOf([
    ['Oslo', 51234, 61377, 112611],
    ['Bergen', 23871, 29114, 52985],
    ['Lund', 18422, 17905, 36327],
  ]);
  const totals = findTotalColumns(grid, { top: 0, left: 1, bottom: 2, right: 3 });
  expect(totals).toMatchObject([{ line: 3, parts: [1, 2], across: [0, 1, 2] }]);
});

it('finds the subtotals and the grand total of a sheet too long to search', () => {
  const rows: (string | number)[][] = [];
  const grand = [0, 0, 0];
  for (let section = 0; section < 100; section++) {
    const subtotal = [0, 0, 0];
    for (let item = 0; item < 40; item++) {
      const numbers = [7919, 10477, 12553].map(
        (prime) => ((section * 40 + item + 1) * prime * prime) % 99991,
      );
      numbers.forEach((number, at) => {
        subtotal[at] = (subtotal[at] ?? 0) + number;
        grand[at] = (grand[at] ?? 0) + number;
      });
      rows.push([`Item ${item}`, ...numbers]);
    }
    rows.push(['Subtotal', ...subtotal]);
  }
  rows.push(['Total', ...grand]);
  const totals = findTotalRows(gridOf(rows), { top: 0, left: 1, bottom: rows.length - 1, right: 3 });
  expect(totals).toHaveLength(101);
  expect(totals[1]).toMatchObject({ line: 81, across: [1, 2, 3] });
  expect(totals.at(-1)?.parts).toHaveLength(100);
});
