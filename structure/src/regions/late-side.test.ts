import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { splitLateSide } from './late-side.js';

const split = (...sides: string[][]) => {
  const table = [
    ['Field', 'Women', 'Men'],
    ['Biology', '13', '85'],
    ['Chemistry', '5', '33'],
    ['Physics', '1', '38'],
    ['History', '4', '22'],
    ['Letters', '8', '32'],
  ];
  const grid = CellGrid.ofTexts(table.map((row, at) => [...row, ...(sides[at] ?? [])]));
  const roles = table.map((_, row): LineRole => (row === 0 ? 'header' : 'data'));
  const whole = { top: 0, left: 0, bottom: grid.rowCount - 1, right: grid.columnCount - 1 };
  return splitLateSide(grid, whole, roles).map(({ top, left, right }) => ({ top, left, right }));
};

test('columns with names of their own beside the records are another table', () => {
  const counts = [
    ['BL', 'HI'],
    ['1', '3'],
    ['3', '10'],
    ['8', '3'],
  ];
  expect(split(['', ''], ['', ''], ...counts)).toEqual([
    { top: 0, left: 0, right: 2 },
    { top: 2, left: 3, right: 4 },
  ]);
});

test('a column that the header names, and remarks beside some records, are part of the table', () => {
  expect(split(['Left', 'Note'], ['', ''], ['new', 'old'], ['1', '3'], ['3', '10'], ['8', '3'])).toHaveLength(
    1,
  );
  expect(split(['', ''], ['', ''], ['see', 'below'], ['1', 'new'], ['3', ''], ['8', ''])).toHaveLength(1);
});
