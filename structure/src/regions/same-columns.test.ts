import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { findRegions } from './find-regions.js';

const regionsOf = (...rows: string[][]) => {
  const grid = CellGrid.ofTexts(rows);
  const roles = rows.map((row, at): LineRole => (at === 0 ? 'header' : row.some(Boolean) ? 'data' : 'empty'));
  return findRegions(grid, roles).map(
    ({ range: { top, bottom, left, right } }) => `${top}-${bottom} ${left}-${right}`,
  );
};

const blanks = [[], [], [], []];

test('records far below a table that fill its columns are more of it', () => {
  const table = [
    ['Deal', 'Point', 'Volume'],
    ['27773', 'Onshore', '500'],
    ['27759', 'Offshore', '300'],
  ];
  expect(regionsOf(...table, ...blanks, ['28205', 'Hub', '200'], ['28204', 'Gate', '150'])).toEqual([
    '0-8 0-2',
  ]);
  expect(regionsOf(...table, ...blanks, ['Gate', '28205', '200'], ['Hub', '28204', '150'])).toHaveLength(2);
});

test('a row far below a table is not torn at the gaps that the table has too', () => {
  const table = [
    ['Point', 'Meter', '', 'Price', '', 'Formula'],
    ['Onshore', '279', '', '3.1', '', 'posting less .01'],
    ['Offshore', '311', '', '3.2', '', 'posting less .02'],
    ['Gate', '145', '', '', '', 'posting'],
  ];
  const rows = regionsOf(...table, ...blanks, ['Hub', '2478', '', '', '', 'by agreement']);
  expect(rows).toEqual(['0-8 0-5']);
});

test('a row or two of numbers under names go with the labels behind a gap, and numbers beside others do not', () => {
  const labels = [
    ['Unit', 'Open', '', 'Today', 'Year'],
    ['Trading', '', '', '126', '1558'],
    ['Gas', '3', '', '84', '713'],
    ['Month', '4', '', '', ''],
    ['Year', '5', '', '', ''],
  ];
  expect(regionsOf(...labels)).toEqual(['0-4 0-4']);
  const beside = labels.map((row, at) => (at === 0 ? ['Unit', 'Open'] : row));
  expect(regionsOf(...beside).length).toBeGreaterThan(1);
});
