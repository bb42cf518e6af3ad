import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

/** Creates a table `grid` with columns a and b and two rows, at version 2; returns the path of its range. */
async function grid(): Promise<string> {
  const workbook = await api.workbook();
  await api.post(`${workbook}/tables`, {
    name: 'grid',
    columns: [{ name: 'a', type: 'BIGINT' }, { name: 'b' }],
  });
  const rows = [
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ];
  await api.post(`${workbook}/tables/grid/rows/upsert`, { rows, expected_version: 1 });
  return `${workbook}/tables/grid/range`;
}

const write = (path: string, range: string, values: unknown[][], expected_version: number | null = 2) =>
  api.put(path, { range, values, expected_version });

test('cells are written by their address, and rows below the last are inserted', async () => {
  const path = await grid();
  const { body } = await write(path, 'A3:B4', [
    [20, 'Y'],
    [30, 'z'],
  ]);
  expect(body).toMatchObject({ edit_version: 3, updated: 1, inserted: 1, row_ids: [2, 3] });
  expect((await api.get(`${path}?range=A1:B4`)).body.values).toEqual([
    ['a', 'b'],
    [1, 'x'],
    [20, 'Y'],
    [30, 'z'],
  ]);
});

test('a single cell is the top left of the values, and null clears a cell', async () => {
  const path = await grid();
  expect((await write(path, 'B2', [[null], ['w']])).status).toBe(200);
  expect((await api.get(`${path}?range=A2:B3`)).body.values).toEqual([
    [1, null],
    [2, 'w'],
  ]);
});

test.each([
  ['the header row', 'A1', [['n']]],
  ['a column beyond the table', 'C2', [[1]]],
  ['values of another size', 'A2:B2', [[1]]],
  ['a gap below the last row', 'A9', [[1]]],
  ['a value that does not fit', 'A2', [['many']]],
  ['more than 30 characters', `A2:${'B'.repeat(30)}`, [[1]]],
  ['no values', 'A2', []],
  ['1001 rows', 'A2', Array.from({ length: 1001 }, () => [1])],
])('%s is refused', async (_, range, values) => {
  expect((await write(await grid(), range, values)).status).toBe(422);
});

test('a write with an outdated version is refused', async () => {
  const path = await grid();
  await write(path, 'A2', [[9]]);
  expect((await write(path, 'A2', [[8]], 2)).status).toBe(409);
  expect((await write(path, 'A2', [[8]], null)).status).toBe(200);
});
