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
