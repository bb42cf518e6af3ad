import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
let workbook: string;
let table: string;
let made = 0;
beforeAll(async () => {
  const service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
});

/** A table at version 2: (1, ann, '10'), (2, bob, '2.0'), (3, cid, null). */
beforeEach(async () => {
  const name = `people ${++made}`;
  await api.post(`${workbook}/tables`, { name, columns: [{ name: 'name' }, { name: 'amount' }] });
  table = `${workbook}/tables/${encodeURIComponent(name)}`;
  const rows = [{ name: 'ann', amount: '10' }, { name: 'bob', amount: '2.0' }, { name: 'cid' }];
  await api.post(`${table}/rows/upsert`, { rows, expected_version: 1 });
});

const add = (body: object, query = '') => api.post(`${table}/columns${query}`, body);
const alter = (column: string, body: object, query = '') =>
  api.patch(`${table}/columns/${encodeURIComponent(column)}${query}`, body);
const drop = (column: string, query: string) =>
  api.delete(`${table}/columns/${encodeURIComponent(column)}?${query}`);
const rows = async (query = '') => (await api.get(`${table}/rows${query}`)).body.rows;
const names = (body: { columns: { name: string }[] }) => body.columns.map(({ name }) => name);
const version = async () => (await api.get(`${table}/columns`)).body.edit_version;
const lastOp = async () => (await api.get(`${workbook}/ops?limit=1`)).body.ops[0];

describe('adding a column', () => {
  test('puts it last, before the row id, with its default in existing rows', async () => {
    const { status, body, headers } = await add({
      column: 'paid',
      type: 'boolean',
      default: 'true',
      expected_version: 2,
      actor: 'Ann',
    });
    expect([status, body.edit_version, body.dry_run, body.stale]).toEqual([200, 3, false, []]);
    expect(headers.get('etag')).toBe('"3"');
    expect(names(body)).toEqual(['name', 'amount', 'paid']);
    expect(body.columns[2].type).toBe('BOOLEAN');
    expect((await rows())[0]).toEqual({ name: 'ann', amount: '10', paid: true, __svc_row_id: 1 });
    expect(Object.keys((await rows())[0]).at(-1)).toBe('__svc_row_id');
    expect(await lastOp()).toMatchObject({ kind: 'column.add', op_id: body.op_id, actor: 'Ann' });
    expect(Object.keys((await rows('?as_of=2'))[0])).not.toContain('paid');
  });

  test.each([
    ['varchar', 7, '7'],
    ['Decimal( 10 , 2 )', 1.23, 1.23],
    ['bigint', '9007199254740993', '9007199254740993'],
    ['date', '2026-01-31', '2026-01-31'],
    ['json', { a: [1, "it's"] }, { a: [1, "it's"] }],
    ['time', null, null],
  ])('accepts the type %s with the default %j', async (type, given, read) => {
    expect((await add({ column: 'new', type, default: given, expected_version: 2 })).status).toBe(200);
    expect((await rows()).map((row: { new: unknown }) => row.new)).toEqual([read, read, read]);
    const { body } = await api.post(`${table}/rows/upsert`, {
      rows: [{ name: 'dan' }, { __svc_row_id: 2, new: null }],
      expected_version: 3,
    });
    expect(body.edit_version).toBe(4);
    expect((await rows()).map((row: { new: unknown }) => row.new)).toEqual([read, null, read, null]);
  });

  test('makes it text if no type is given', async () => {
    const { body } = await add({ column: 'memo', expected_version: null });
    expect(body.columns[2]).toMatchObject({ name: 'memo', type: 'VARCHAR', masked: false });
  });

  test('refuses invalid names and types, and accepts the longest valid ones', async () => {
    const refused = async (body: object) => {
      const { status, body: problem } = await add({ expected_version: 2, ...body });
      return [status, problem.errors?.[0]?.path];
    };
    expect(await refused({ column: '' })).toEqual([422, '/column']);
    expect(await refused({ column: '  ' })).toEqual([422, '/column']);
    expect(await refused({ column: 'x'.repeat(201) })).toEqual([422, '/column']);
    expect(await refused({ column: '__SVC_row_id' })).toEqual([422, '/column']);
    expect(await refused({ column: 'x', type: 'BLOB' })).toEqual([422, '/type']);
    expect(await refused({ column: 'x', type: 'DECIMAL(39,2)' })).toEqual([422, '/type']);
    expect(await refused({ column: 'x', type: 'BIGINT', default: 'many' })).toEqual([422, '/default']);
    expect(await refused({ column: 'x', actor: 'a'.repeat(201) })).toEqual([422, '/actor']);
    expect(await refused({ column: 'x', unknown: 1 })).toEqual([422, '/unknown']);
    expect((await add({ column: 'x' })).status).toBe(422);
    expect((await add({ column: 'NAME', expected_version: 2 })).body.type).toBe('/problems/name-taken');
    expect(await version()).toBe(2);
    const longest = { column: 'x'.repeat(200), actor: 'a'.repeat(200), expected_version: 2 };
    expect((await add(longest)).status).toBe(200);
  });

  test('with dry_run returns the result, and changes nothing', async () => {
    const { body } = await add({ column: 'x', expected_version: 2 }, '?dry_run=true');
    expect([names(body), body.edit_version, body.dry_run]).toEqual([['name', 'amount', 'x'], 3, true]);
    expect([await version(), names((await api.get(`${table}/columns`)).body)]).toEqual([
      2,
      ['name', 'amount'],
    ]);
  });

  test('checks the version in the body or in If-Match', async () => {
    const lost = await add({ column: 'x', expected_version: 1 });
    expect([lost.status, lost.body.type, lost.body.current_version]).toEqual([
      409,
      '/problems/version-conflict',
      2,
    ]);
    expect(lost.body.changes_since.rows).toHaveLength(3);
    expect((await api.post(`${table}/columns`, { column: 'x' }, { 'if-match': '"1"' })).status).toBe(409);
    expect((await api.post(`${table}/columns`, { column: 'x' }, { 'if-match': '"2"' })).status).toBe(200);
  });

  test('succeeds once among concurrent calls with the same version, and always without a version', async () => {
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, i) => add({ column: `a${i}`, expected_version: 2 })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => add({ column: `b${i}`, expected_version: null })),
    );
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(names((await api.get(`${table}/columns`)).body)).toHaveLength(11);
  });
});

describe('renaming a column', () => {
  test('keeps its values and history, and its old name in earlier versions', async () => {
    const { body } = await alter('Amount', { new_name: '金額 €', expected_version: 2 });
    expect([names(body), body.edit_version]).toEqual([['name', '金額 €'], 3]);
    expect((await rows())[0]).toEqual({ name: 'ann', '金額 €': '10', __svc_row_id: 1 });
    expect((await rows('?as_of=2'))[0]).toHaveProperty('amount', '10');
    expect(await lastOp()).toMatchObject({ kind: 'column.rename' });
    expect((await alter('金額 €', { new_name: 'AMOUNT', expected_version: 3 })).status).toBe(200);
    expect((await alter('amount', { new_name: 'amount', expected_version: 4 })).status).toBe(200);
  });

  test('makes it searchable by its new name', async () => {
    await alter('amount', { new_name: `zebra${made}`, expected_version: 2 });
    const found = await api.get(`/api/v1/search?q=zebra${made}`);
    expect(found.body.artifacts).toHaveLength(1);
    await drop(`zebra${made}`, 'expected_version=3');
    expect((await api.get(`/api/v1/search?q=zebra${made}`)).body.artifacts).toHaveLength(0);
  });

  test('refuses anything but exactly one change, names in use and unknown columns', async () => {
    expect((await alter('amount', { expected_version: 2 })).status).toBe(422);
    expect((await alter('amount', { new_name: 'x', type: 'DATE', expected_version: 2 })).status).toBe(422);
    expect((await alter('amount', { new_name: null, type: null, expected_version: 2 })).status).toBe(422);
    expect((await alter('amount', { new_name: 'Name', expected_version: 2 })).status).toBe(409);
    expect((await alter('amount', { new_name: ' ', expected_version: 2 })).status).toBe(422);
    expect((await alter('amount', { new_name: 'x'.repeat(201), expected_version: 2 })).status).toBe(422);
    expect((await alter('nothing', { new_name: 'x', expected_version: 2 })).status).toBe(404);
    expect((await alter('__svc_row_id', { new_name: 'x', expected_version: 2 })).status).toBe(404);
    expect((await alter('amount', { new_name: 'x', expected_version: 1 })).status).toBe(409);
    const long = { new_name: 'x'.repeat(200), type: null, expected_version: 2 };
    expect((await alter('amount', long)).status).toBe(200);
  });
});

describe('retyping a column', () => {
  test('casts every value, in the segment and in edits', async () => {
    const { status, body } = await alter('amount', { type: 'bigint', expected_version: 2 });
    expect([status, body.edit_version, body.columns[1].type]).toEqual([200, 3, 'BIGINT']);
    expect((await rows()).map((row: { amount: unknown }) => row.amount)).toEqual([10, 2, null]);
    expect((await rows('?as_of=2')).map((row: { amount: unknown }) => row.amount)).toEqual([
      '10',
      '2.0',
      null,
    ]);
    await api.post(`${table}/rows/upsert`, {
      rows: [{ __svc_row_id: 3, amount: 5 }, { amount: 6 }],
      expected_version: 3,
    });
    await alter('amount', { type: 'DECIMAL(8,2)', expected_version: 4 });
    const after = await rows();
    expect(after.map((row: { amount: unknown }) => row.amount)).toEqual([10, 2, 5, 6]);
    expect(after.map((row: { __svc_row_id: number }) => row.__svc_row_id)).toEqual([1, 2, 3, 4]);
    expect((await lastOp()).kind).toBe('column.retype');
  });

  test('reports the first twenty values that cannot be cast, and changes nothing', async () => {
    const bad = Array.from({ length: 25 }, (_, i) => ({ name: `n${i}`, amount: `bad ${i}` }));
    await api.post(`${table}/rows/upsert`, { rows: bad, expected_version: 2 });
    const { status, body } = await alter('amount', { type: 'DOUBLE', expected_version: 3 });
    expect([status, body.type]).toEqual([400, '/problems/uncastable']);
    expect(body.offenders).toHaveLength(20);
    expect(body.offenders[0]).toEqual({ row_id: 4, value: 'bad 0', becomes: null });
    expect([body.column, body.wanted_type]).toEqual(['amount', 'DOUBLE']);
    expect(await version()).toBe(3);
  });

  test('does not silently round a fraction', async () => {
    const edit = { rows: [{ __svc_row_id: 2, amount: '2.5' }], expected_version: 2 };
    await api.post(`${table}/rows/upsert`, edit);
    const { status, body } = await alter('amount', { type: 'INTEGER', expected_version: 3 });
    expect([status, body.offenders]).toEqual([400, [{ row_id: 2, value: '2.5', becomes: '3' }]]);
    expect((await alter('amount', { type: 'DOUBLE', expected_version: 3 })).status).toBe(200);
    expect((await alter('amount', { type: 'BIGINT', expected_version: 4 })).status).toBe(400);
  });

  test('converts dates to text, JSON and timestamps and back', async () => {
    await add({ column: 'day', type: 'DATE', default: '2026-01-31', expected_version: 2 });
    const steps = ['TIMESTAMP', 'TIMESTAMPTZ', 'VARCHAR', 'TIMESTAMPTZ', 'TIMESTAMP', 'DATE', 'JSON', 'DATE'];
    for (const type of steps) {
      const { status, body } = await alter('day', { type, expected_version: null });
      expect([type, status, body.columns?.[2]?.type]).toEqual([type, 200, type]);
    }
    expect((await rows())[0].day).toBe('2026-01-31');
    expect((await alter('day', { type: 'BIGINT', expected_version: null })).status).toBe(400);
  });

  test('refuses unknown and too long types', async () => {
    expect((await alter('amount', { type: 'x'.repeat(51), expected_version: 2 })).status).toBe(422);
    expect((await alter('amount', { type: 'x'.repeat(50), expected_version: 2 })).body.errors[0].path).toBe(
      '/type',
    );
    const padded = `DECIMAL(${' '.repeat(38)}8,2)`;
    expect(padded).toHaveLength(50);
    expect((await alter('amount', { type: padded, expected_version: 2 })).status).toBe(200);
  });

  test('with dry_run reports whether it would succeed, and changes nothing', async () => {
    const would = await alter('amount', { type: 'DOUBLE', expected_version: 2 }, '?dry_run=true');
    expect([would.status, would.body.dry_run, would.body.columns[1].type]).toEqual([200, true, 'DOUBLE']);
    expect((await rows())[0].amount).toBe('10');
    const not = await alter('name', { type: 'DOUBLE', expected_version: 2 }, '?dry_run=true');
    expect(not.status).toBe(400);
    const lost = await alter('amount', { type: 'DOUBLE', expected_version: 1 });
    expect([lost.status, lost.body.current_version, lost.body.changes_since.rows.length]).toEqual([
      409, 2, 3,
    ]);
  });

  test('also casts the default of the column', async () => {
    await add({ column: 'n', type: 'VARCHAR', default: '42', expected_version: 2 });
    await alter('n', { type: 'varchar', expected_version: 3 });
    expect((await rows())[0].n).toBe('42');
    await alter('n', { type: 'INTEGER', expected_version: 4 });
    expect((await rows()).map((row: { n: unknown }) => row.n)).toEqual([42, 42, 42]);
  });
});

describe('dropping a column', () => {
  test('removes it from new versions; a later column of the same name is a new one', async () => {
    const { status, body } = await drop('amount', 'expected_version=2&actor=Ann');
    expect([status, names(body), body.edit_version]).toEqual([200, ['name'], 3]);
    expect((await rows())[0]).toEqual({ name: 'ann', __svc_row_id: 1 });
    expect((await rows('?as_of=2'))[0]).toHaveProperty('amount', '10');
    expect(await lastOp()).toMatchObject({ kind: 'column.drop', actor: 'Ann' });
    await add({ column: 'amount', expected_version: 3 });
    expect((await rows())[0]).toEqual({ name: 'ann', amount: null, __svc_row_id: 1 });
  });

  test('refuses to drop the last data column', async () => {
    await drop('amount', 'expected_version=2');
    const last = await drop('name', 'expected_version=3');
    expect([last.status, last.body.type]).toEqual([409, '/problems/conflict']);
    expect(await version()).toBe(3);
  });

  test('requires a version, in the query or as If-Match', async () => {
    expect((await drop('amount', '')).status).toBe(422);
    expect((await drop('amount', 'expected_version=zwei')).status).toBe(422);
    expect((await drop('amount', 'expected_version=1')).status).toBe(409);
    expect((await drop('amount', `expected_version=2&actor=${'a'.repeat(201)}`)).status).toBe(422);
    expect((await drop('nothing', 'expected_version=2')).status).toBe(404);
    expect((await drop('amount', 'expected_version=2&dry_run=true')).body.dry_run).toBe(true);
    expect(await version()).toBe(2);
    const path = `${table}/columns/amount`;
    expect((await api.delete(path, { 'if-match': '"2"' })).status).toBe(200);
    await add({ column: 'amount', expected_version: 3 });
    expect((await drop('amount', 'expected_version=null')).status).toBe(200);
  });
});

test('a column keeps its description when it is renamed or retyped', async () => {
  const put = await api.put(`${table}/columns/amount/description`, { description: 'in euro' });
  expect([put.status, put.body.columns[1].description, put.body.edit_version]).toEqual([200, 'in euro', 2]);
  await alter('amount', { new_name: 'price', expected_version: 2 });
  await alter('price', { type: 'DOUBLE', expected_version: 3 });
  expect((await api.get(`${table}/columns`)).body.columns[1]).toMatchObject({
    name: 'price',
    type: 'DOUBLE',
    description: 'in euro',
  });
  expect((await api.put(`${table}/columns/price/description`, {})).status).toBe(422);
  expect((await api.put(`${table}/description`, {})).body.errors[0].path).toBe('/description');
  const cleared = await api.put(`${table}/columns/price/description`, { description: null });
  expect(cleared.body.columns[1].description).toBeNull();
  expect((await api.put(`${table}/columns/none/description`, { description: 'x' })).status).toBe(404);
});

test('a repeated Idempotency-Key adds one column', async () => {
  const key = { 'idempotency-key': `add-${made}` };
  const body = { column: 'once', expected_version: null };
  const first = await api.post(`${table}/columns`, body, key);
  const again = await api.post(`${table}/columns`, body, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('changes since a version list a row inserted since as inserted, even if it was edited later', async () => {
  const write = (row: object) => api.post(`${table}/rows/upsert`, { rows: [row], expected_version: null });
  await write({ name: 'dan' });
  await write({ __svc_row_id: 4, amount: '5' });
  await write({ __svc_row_id: 1, amount: '6' });
  await write({ name: 'eve' });
  await api.post(`${table}/rows/delete`, { row_ids: [5], expected_version: null });
  const { body } = await add({ column: 'x', expected_version: 2 });
  expect(body.changes_since.rows).toEqual([
    { row_id: 4, kind: 'insert', columns: ['name', 'amount'] },
    { row_id: 1, kind: 'update', columns: ['amount'] },
  ]);
});
