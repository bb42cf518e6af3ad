import { expect, test } from 'vitest';
import { type MovedRun, movedOrigin } from './moved-origin.js';
import { rowRunsOf, sheetRowOf } from './table-origin.js';

const origin = {
  sheet: 'Data',
  headerRow: 1,
  columns: { c1: 0, c2: 1 },
  rowRuns: rowRunsOf([2, 3, 4, 7, 8]) ?? [],
};

test('rows are found by their new ids', () => {
  const moved: MovedRun[] = [
    [1, 2, 3],
    [9, 1, 1],
    [10, 5, 1],
  ];
  const after = movedOrigin(origin, moved, new Map());
  expect(after?.rowRuns).toEqual([
    [1, 3, 2],
    [3, 7, 1],
    [9, 2, 1],
    [10, 8, 1],
  ]);
  expect(after && [1, 2, 3, 4, 9, 10].map((rowId) => sheetRowOf(after, rowId))).toEqual([
    3,
    4,
    7,
    undefined,
    2,
    8,
  ]);
});

test('columns are found by their new ids', () => {
  const after = movedOrigin(origin, [], new Map([['c1', 'c3']]));
  expect(after).toMatchObject({ sheet: 'Data', headerRow: 1, columns: { c3: 0, c2: 1 } });
});

test('rows scattered over the sheet are not remembered', () => {
  const scattered = Array.from({ length: 20_001 }, (_, i): MovedRun => [2 * i + 1, 1, 1]);
  expect(movedOrigin(origin, scattered, new Map())).toBeNull();
});
