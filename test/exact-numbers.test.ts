import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let table: string;
let made = 0;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
});

beforeEach(async () => {
  const name = `numbers ${++made}`;
  const columns = [
    { name: 'big', type: 'BIGINT' },
    { name: 'dec', type: 'DECIMAL(38,20)' },
    { name: 'money', type: 'DECIMAL(10,2)' },
    { name: 'text' },
    { name: 'at', type: 'TIMESTAMP' },
  ];
  await api.post(`${workbook}/tables`, { name, columns });
  table = `${workbook}/tables/${encodeURIComponent(name)}`;
});

const json = { 'content-type': 'application/json' };
/** Sends the body as text, since JSON.stringify cannot write such numbers. */
const upsert = (row: string) =>
  api.post(`${table}/rows/upsert`, `{"rows": [${row}], "expected_version": null}`, json);
const rows = async () => (await api.get(`${table}/rows`)).body.rows;
const retype = (column: string, body: object) =>
  api.patch(`${table}/columns/${column}`, { expected_version: null, ...body });

describe('a number in a body is read exactly as written', () => {
  test('in cells of every type that can store it', async () => {
    await upsert('{"big": 9007199254740993, "dec": 0.12345678901234567891, "text": 12345678901234567890.5}');
    expect((await rows())[0]).toMatchObject({
      big: '9007199254740993',
      dec: '0.12345678901234567891',
      text: '12345678901234567890.5',
    });
  });

  test('in A1 writes, column defaults, match_on and query parameters', async () => {
    const values = '{"range": "A2:B2", "values": [[9007199254740993, 1]], "expected_version": null}';
    expect((await api.put(`${table}/range`, values, json)).status).toBe(200);
    const column = '{"column": "d", "type": "BIGINT", "default": 9007199254740995, "expected_version": null}';
    expect((await api.post(`${table}/columns`, column, json)).status).toBe(200);
    const matching =
      '{"rows": [{"big": 9007199254740993, "text": "found"}], "match_on": ["big"], "expected_version": null}';
    expect((await api.post(`${table}/rows/upsert`, matching, json)).body.updated).toBe(1);
    expect((await rows())[0]).toMatchObject({
      big: '9007199254740993',
      d: '9007199254740995',
      text: 'found',
    });
    const sql = `select count(*) as n from "numbers ${made}" where big = $1`;
    const asked = `{"sql": ${JSON.stringify(sql)}, "params": [9007199254740993]}`;
    expect((await api.post(`${workbook}/query`, asked, json)).body.rows).toEqual([{ n: 1 }]);
  });

  test('and refused if it does not fit', async () => {
    const refused = async (row: string) => {
      const { status, body } = await upsert(row);
      return [status, body.errors?.[0]?.message];
    };
    expect(await refused('{"big": 9223372036854775808}')).toEqual([422, expect.stringContaining('range')]);
    expect(await refused('{"money": 1.239}')).toEqual([422, expect.stringContaining('2 decimal places')]);
    expect(await refused('{"money": "0.001"}')).toEqual([422, expect.stringContaining('2 decimal places')]);
    const range = { range: 'C2', values: [[1.239]], expected_version: null };
    expect((await api.put(`${table}/range`, range)).status).toBe(422);
    const column = { column: 'd', type: 'DECIMAL(10,2)', default: 1.239, expected_version: null };
    expect((await api.post(`${table}/columns`, column)).status).toBe(422);
    expect(await rows()).toEqual([]);
    const params = '{"sql": "select $1", "params": [1e400]}';
    expect((await api.post(`${workbook}/query`, params, json)).status).toBe(422);
  });
});

describe('a column is retyped without loss, or not at all', () => {
  beforeEach(async () => {
    await upsert('{"big": 9007199254740993, "money": 1.25, "at": "2026-01-31T13:05:00", "dec": 0.5}');
    await upsert('{"big": 7, "money": 1.5, "at": "2026-02-01T00:00:00", "dec": 2}');
  });

  test.each([
    ['at', 'DATE', '2026-01-31 13:05:00', '2026-01-31'],
    ['money', 'DECIMAL(10,1)', '1.25', '1.3'],
    ['big', 'DOUBLE', '9007199254740993', '9007199254740992.0'],
    ['dec', 'INTEGER', '0.50000000000000000000', '1'],
  ])('%s to %s reports the value that would be lost', async (column, type, value, becomes) => {
    const { status, body } = await retype(column, { type });
    expect([status, body.type]).toEqual([400, '/problems/uncastable']);
    expect(body.offenders).toEqual([{ row_id: 1, value, becomes }]);
    expect((await retype(column, { type, lossy: true })).status).toBe(200);
  });

  test('lossy does not accept values that cannot be cast at all', async () => {
    await upsert('{"text": "abc"}');
    const { status, body } = await retype('text', { type: 'DOUBLE', lossy: true });
    expect([status, body.offenders]).toEqual([400, [{ row_id: 3, value: 'abc', becomes: null }]]);
  });
});
