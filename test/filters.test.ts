import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let rows: string;

const types = {
  n: 'INTEGER',
  big: 'BIGINT',
  dec: 'DECIMAL(10,2)',
  dbl: 'DOUBLE',
  yes: 'BOOLEAN',
  day: 'DATE',
  clock: 'TIME',
  at: 'TIMESTAMP',
  zoned: 'TIMESTAMPTZ',
} as const;

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  const workbook = await api.workbook();
  const columns = Object.entries({ ...types, word: 'VARCHAR', doc: 'JSON', 'a,b': 'VARCHAR' });
  await api.post(`${workbook}/tables`, {
    name: 't',
    columns: columns.map(([name, type]) => ({ name, type })),
  });
  rows = `${workbook}/tables/t/rows`;
  await api.post(`${rows}/upsert`, {
    rows: [
      { n: 1, big: '9007199254740993', word: 'x', doc: { a: 1 }, 'a,b': 'second' },
      { n: 2, big: 2, word: 'y', doc: 'text', 'a,b': 'first' },
      {},
    ],
    expected_version: 1,
  });
});

const read = (filter: unknown) =>
  api.get(
    `${rows}?filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}`,
  );
const ids = async (filter: unknown) =>
  (await read(filter)).body.rows.map((row: { __svc_row_id: number }) => row.__svc_row_id);

describe.each(Object.keys(types))('a filter value that is invalid for %s', (column) => {
  test.each(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'])(
    'is refused by %s, without quoting internal SQL',
    async (op) => {
      const { status, body } = await read({ column, op, value: op === 'in' ? ['abc'] : 'abc' });
      expect([status, body.errors[0].path]).toEqual([422, `/filter/value${op === 'in' ? '/0' : ''}`]);
      expect(JSON.stringify(body)).not.toMatch(/select|cast\(|\$\d|__key/i);
    },
  );
});

test('conditions are either true or false for a row, and an empty cell equals no value', async () => {
  const eq = { column: 'n', op: 'eq', value: 1 };
  expect(await ids(eq)).toEqual([1]);
  expect(await ids({ not: eq })).toEqual([2, 3]);
  expect(await ids({ ...eq, op: 'ne' })).toEqual([2, 3]);
  expect(await ids({ not: { ...eq, op: 'ne' } })).toEqual([1]);
  expect(await ids({ not: { column: 'n', op: 'in', value: [1] } })).toEqual([2, 3]);
  expect(await ids({ not: { not: { column: 'n', op: 'lt', value: 2 } } })).toEqual([1]);
});

test('numbers in a filter are exact, and JSON is compared by its text', async () => {
  expect(await ids('{"column": "big", "op": "eq", "value": 9007199254740993}')).toEqual([1]);
  expect(await ids('{"column": "big", "op": "eq", "value": 9007199254740992}')).toEqual([]);
  expect(await ids({ column: 'doc', op: 'eq', value: 'text' })).toEqual([2]);
  expect(await ids({ column: 'doc', op: 'contains', value: '"a"' })).toEqual([1]);
});

test('columns and order_by accept a JSON array, in which a name may contain a comma', async () => {
  const query = new URLSearchParams({ columns: '["a,b"]', order_by: '["-a,b", "n"]' });
  expect((await api.get(`${rows}?${query}`)).body.rows).toEqual([
    { 'a,b': 'second', __svc_row_id: 1 },
    { 'a,b': 'first', __svc_row_id: 2 },
    { 'a,b': null, __svc_row_id: 3 },
  ]);
  expect((await api.get(`${rows}?columns=n,word&order_by=-n`)).status).toBe(200);
  expect((await api.get(`${rows}?columns=${encodeURIComponent('["nope"]')}`)).status).toBe(422);
});

test('a cursor with a position of another type does not cause an internal error', async () => {
  const { body } = await api.get(`${rows}?limit=1&order_by=n`);
  const position = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...position, at: ['abc', 'abc'] })).toString('base64url');
  expect((await api.get(`${rows}?limit=1&order_by=n&cursor=${forged}`)).status).toBe(200);
});
