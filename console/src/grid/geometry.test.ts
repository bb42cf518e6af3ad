import { expect, test } from 'vitest';
import {
  columnAt,
  columnStarts,
  columnsInView,
  ROW_HEIGHT,
  rowsInView,
  scaleOf,
  scrolledTo,
} from './geometry.js';

test('a column is found by its distance from the left, and the last one beyond it', () => {
  const starts = columnStarts([100, 50, 200]);
  expect(starts).toEqual([0, 100, 150, 350]);
  expect([0, 99, 100, 149, 150, 349, 900].map((x) => columnAt(starts, x))).toEqual([0, 0, 1, 1, 2, 2, 2]);
  expect(columnsInView(starts, 120, 40)).toEqual({ first: 1, end: 3 });
  expect(columnsInView(columnStarts([]), 0, 500)).toEqual({ first: 0, end: 0 });
});

test('rows in view include those that are cut by an edge, and none beyond the last', () => {
  expect(rowsInView(ROW_HEIGHT / 2, ROW_HEIGHT * 2, 10)).toEqual({ first: 0, end: 3 });
  expect(rowsInView(ROW_HEIGHT * 9, ROW_HEIGHT * 5, 10)).toEqual({ first: 9, end: 10 });
  expect(rowsInView(0, 500, 0)).toEqual({ first: 0, end: 0 });
});

test('the ends of the scroll bar are the ends of the rows, however many there are', () => {
  for (const rowCount of [3, 1000, 1_000_000, 50_000_000]) {
    const { scrollHeight, lowestTop, factor } = scaleOf(rowCount, 600);
    expect(scrollHeight).toBeLessThanOrEqual(15_000_000);
    expect(Math.max(0, scrollHeight - 600) * factor).toBeCloseTo(lowestTop);
  }
  expect(scaleOf(1000, 600).factor).toBe(1);
});

test('scrolling to a cell goes no further than needed', () => {
  expect(scrolledTo(50, 28, 100, 300)).toBe(50);
  expect(scrolledTo(390, 28, 100, 300)).toBe(118);
  expect(scrolledTo(200, 28, 100, 300)).toBe(100);
});
