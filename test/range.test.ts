import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
  const line = (row: number) => `${row + 1},"say ""${row}""",2026-01-0${(row % 9) + 1},${(row + 1) / 4}`;
  const file = { name: 'items.csv', content: csvOf('id,name,day,price', 1200, line) };
  await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
});

const read = (range: string, kind = 'tables') =>
  api.get(`${workbook}/${kind}/items/range?range=${encodeURIComponent(range)}`);

describe('cells are read by their address', () => {
  test('with the headers in row 1 and the row ids beside them', async () => {
    const { status, body, headers } = await read('A1:D3');
    expect(status).toBe(200);
    expect(body).toEqual({
      range: 'A1:D3',
      edit_version: 1,
      values: [
        ['id', 'name', 'day', 'price'],
        [1, 'say "0"', '2026-01-01', 0.25],
        [2, 'say "1"', '2026-01-02', 0.5],
      ],
      row_ids: [null, 1, 2],
    });
    expect(headers.get('etag')).toBe('"1"');
    expect((await read('A1:D3', 'artifacts')).body).toEqual(body);
  });

  test.each<[string, string, unknown[][], (number | null)[]]>([
    ['B1', 'B1', [['name']], [null]],
    ['$b$3', 'B3', [['say "1"']], [2]],
    [
      'd4:c3',
      'C3:D4',
      [
        ['2026-01-02', 0.5],
        ['2026-01-03', 0.75],
      ],
      [2, 3],
    ],
    [
      'A1201:B1203',
      'A1201:B1203',
      [
        [1200, 'say "1199"'],
        [null, null],
        [null, null],
      ],
      [1200, null, null],
    ],
    [
      'D1:F2',
      'D1:F2',
      [
        ['price', null, null],
        [0.25, null, null],
      ],
      [null, 1],
    ],
    ['E2:E3', 'E2:E3', [[null], [null]], [1, 2]],
    ['XFD1048576', 'XFD1048576', [[null]], [null]],
  ])('%s', async (range, normal, values, rowIds) => {
    expect((await read(range)).body).toEqual({ range: normal, edit_version: 1, values, row_ids: rowIds });
  });

  test('up to 1000 x 1000 cells', async () => {
    const { status, body } = await read('A2:ALL1001');
    expect(status).toBe(200);
    expect(body.values).toHaveLength(1000);
    expect(body.values[999]).toHaveLength(1000);
    expect(body.values[999].slice(0, 2)).toEqual([1000, 'say "999"']);
    expect(body.row_ids.at(-1)).toBe(1000);
    expect((await read('A1:A1001')).status).toBe(422);
    expect((await read('A1:ALM1')).status).toBe(422);
  });

  test.each(['A', 'A:C', '1:3', 'A0', 'XFE1', 'A1;B2', 'Sheet1!A1', `A1:${'B'.repeat(30)}`])(
    'but not by the invalid address %s',
    async (range) => {
      const { status, body } = await read(range);
      expect(status).toBe(422);
      expect(body).toMatchObject({ type: '/problems/invalid-request', errors: [{ path: '/range' }] });
    },
  );

  test('and only with a range, in a known table', async () => {
    expect((await api.get(`${workbook}/tables/items/range`)).status).toBe(422);
    expect((await api.get(`${workbook}/tables/nothing/range?range=A1`)).status).toBe(404);
  });
});
