import { expect, test } from 'vitest';
import { CellGrid, Kind } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { cutDescriptions } from './cut-descriptions.js';

test('values of each month below rows that describe the series are a table of their own, with the same names', () => {
  const described = [
    ['', 'Arrivals', 'Departures'],
    ['Unit', 'Number', 'Number'],
    ['Type', 'Original', 'Trend'],
    ['Series ID', 'A8380', 'A8381'],
  ];
  const months = Array.from({ length: 12 }, (_, month) => [`2020-${month + 1}-01`, '2170', '7390']);
  const rows = [...described, ...months];
  const grid = new CellGrid({
    rowCount: rows.length,
    columnCount: 3,
    kind: (row, column) => {
      if (rows[row]?.[column] === '') return Kind.empty;
      if (row < described.length) return Kind.text;
      return column === 0 ? Kind.date : Kind.number;
    },
    text: (row, column) => rows[row]?.[column] ?? '',
    number: () => 2170,
  });
  const roles = rows.map((_, row): LineRole => (row === 0 ? 'header' : 'data'));
  const range = { top: 0, left: 0, bottom: rows.length - 1, right: 2 };
  const tables = cutDescriptions(grid, [{ kind: 'data', range, roles }]);
  expect(tables.map((table) => [table.range.top, table.range.bottom, table.sharedHeader])).toEqual([
    [0, 3, undefined],
    [4, 15, [0]],
  ]);
});
