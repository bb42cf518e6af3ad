import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import { expect, test } from 'vitest';
import { placesOfRow, rowRunsOf, sheetRowOf, sheetRowsOf } from './table-origin.js';

test('rows of a sheet become runs, and each is found again', () => {
  const sheetRows = [2, 3, 4, 7, 9, 10];
  const rowRuns = rowRunsOf(sheetRows);
  expect(rowRuns).toEqual([
    [1, 2, 3],
    [4, 7, 1],
    [5, 9, 2],
  ]);
  const origin = { sheet: 'Data', headerRow: 1, columns: {}, rowRuns: rowRuns ?? [] };
  expect(sheetRows.map((_, i) => sheetRowOf(origin, i + 1))).toEqual(sheetRows);
  expect([0, 7].map((rowId) => sheetRowOf(origin, rowId))).toEqual([undefined, undefined]);
  expect([...sheetRowsOf(origin)]).toEqual(sheetRows);
});

test('the cells of a row are at its columns, and rows added later have none', () => {
  const rowRuns = rowRunsOf([4, 5, 9]) ?? [];
  const origin = { sheet: 'Data', headerRow: 3, columns: { c1: 1, c2: 4 }, rowRuns };
  const places = [...placesOfRow(origin, 3)].map(([id, place]) => [id, addressOfPlace(place)]);
  expect(places).toEqual([
    ['c1', 'B9'],
    ['c2', 'E9'],
  ]);
  expect(placesOfRow(origin, 4).size).toBe(0);
});

test('a table of mostly gaps is not remembered', () => {
  const everyOther = (rows: number) => Array.from({ length: rows }, (_, i) => 2 * i);
  expect(rowRunsOf(everyOther(20_000))).toHaveLength(20_000);
  expect(rowRunsOf(everyOther(20_001))).toBeNull();
  expect(rowRunsOf([])).toEqual([]);
});
