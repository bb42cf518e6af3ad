import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
  workbook = await api.workbook();
  await upload('orders.csv', 'id,customer,qty\n1,1,3\n2,1,4\n3,2,5\n4,,6\n');
  await upload('Customers.csv', 'id,name\n1,Ann\n2,Bo\n');
  await upload('Äpfel.csv', 'sorte,preis\nBoskop,1.5\n');
  await upload('huge.csv', 'n\n9223372036854775807\n9223372036854775807\n9223372036854775807\n');
});

async function upload(name: string, content: string) {
  return await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
}

const query = (sql: string, more: object = {}) => api.post(`${workbook}/query`, { sql, ...more });
const rowsOf = async (sql: string, more: object = {}) => {
  const { status, body } = await query(sql, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

describe('a query', () => {
  test('returns a manifest and the first page', async () => {
    const { body } = await query('select id, qty * 1.5 as more from orders order by id', { limit: 2 });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^res_/),
      columns: [
        { name: 'id', type: 'BIGINT', masked: false },
        { name: 'more', type: expect.stringMatching(/^DECIMAL/), masked: false },
      ],
      row_count: 4,
      truncated: true,
      rows: [
        { id: 1, more: 4.5 },
        { id: 2, more: 6 },
      ],
      tables: [{ name: 'orders', edit_version: 1 }],
    });
    const lifetime = Date.parse(body.expires_at) - Date.now();
    expect(lifetime / 3_600_000).toBeCloseTo(24, 0);
    expect(body.elapsed_ms).toBeGreaterThan(0);
  });

  test('is not truncated if the page contains everything', async () => {
    const { body } = await query('from orders', { limit: 4 });
    expect([body.row_count, body.truncated, body.rows.length]).toEqual([4, false, 4]);
    expect(Object.keys(body.rows[0])).toEqual(['id', 'customer', 'qty', '__svc_row_id']);
  });

  test('joins tables, ignores the case of their names, and lists those it read', async () => {
    const sql = `with big as (select * from ORDERS where qty > 3)
      select c.name, sum(b.qty) as qty from big b join "customers" c on c.id = b.CUSTOMER group by all order by 1`;
    const { body } = await query(sql);
    expect(body.rows).toEqual([
      { name: 'Ann', qty: 4 },
      { name: 'Bo', qty: 5 },
    ]);
    expect(body.tables.map(({ name }: { name: string }) => name).sort()).toEqual(['Customers', 'orders']);
    expect(await rowsOf('select preis from "ÄPFEL" join äpfel using (sorte, preis)')).toEqual([
      { preis: 1.5 },
    ]);
    // The same letters in another Unicode normalization form.
    expect(await rowsOf(`select preis from "${'Äpfel'.normalize('NFD')}"`)).toEqual([{ preis: 1.5 }]);
  });

  test('computes exact sums beyond 64 bits', async () => {
    const exact = [{ s: '27670116110564327421', c: 3 }];
    const { body } = await query('select sum(n) as s, count(*) as c from huge');
    expect(body.rows).toEqual(exact);
    expect((await api.get(`/api/v1/results/${body.id}`)).body.rows).toEqual(exact);
  });

  test('gives every output column a unique name', async () => {
    const { body } = await query('select 1 as a, 2 as a, 3 as "A", 4 as "__proto__", 5 as b');
    const names = body.columns.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(5);
    expect(Object.values(body.rows[0])).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(body.rows[0])).toEqual(names);
  });

  test('returns nested values, blobs and intervals as JSON, the same live and stored', async () => {
    const sql = `select [1, 2] as l, {'a': 1, 'b': 'x'} as s, map {'k': 1} as m, interval 90 minute as i, 'ab'::blob as b,
      uuid '5f7b6a44-5c2e-4c2e-9d0f-0f5a4c0f6a44' as u, 170141183460469231731687303715884105727::hugeint as h`;
    const { body } = await query(sql);
    expect(body.rows[0]).toMatchObject({
      l: [1, 2],
      s: { a: 1, b: 'x' },
      h: '170141183460469231731687303715884105727',
    });
    expect((await api.get(`/api/v1/results/${body.id}`)).body.rows).toEqual(body.rows);
  });

  test('can read an earlier version of a single table', async () => {
    expect(await rowsOf('select count(*) as n from orders', { as_of: 1 })).toEqual([{ n: 4 }]);
    expect((await query('from orders', { as_of: 9 })).status).toBe(404);
    expect((await query('from orders, Customers', { as_of: 1 })).status).toBe(422);
  });
});

describe('parameters', () => {
  test('are bound by position and by name, in every type of JSON', async () => {
    const sql = 'select id from orders where qty > ? and id < $2 order by id';
    expect(await rowsOf(sql, { params: [3, 4] })).toEqual([{ id: 2 }, { id: 3 }]);
    const named = 'select name from customers where name = $who or id = $id order by 1';
    expect(await rowsOf(named, { params: { who: 'Ann', id: 2 } })).toEqual([{ name: 'Ann' }, { name: 'Bo' }]);
    const types = 'select $1 as t, $2 as n, $3 as f, $4 as b, $5 as z';
    expect(await rowsOf(types, { params: ["x'; drop table orders; --", 7, 1.5, true, null] })).toEqual([
      { t: "x'; drop table orders; --", n: 7, f: 1.5, b: true, z: null },
    ]);
  });

  test.each([
    ['select ?', undefined],
    ['select ?, ?', [1]],
    ['select ?', [1, 2]],
    ['select 1', [1]],
    ['select $a', { b: 1 }],
    ['select $a', { a: 1, b: 2 }],
    ['select $a', [1]],
    ['select ?', { a: 1 }],
    ['select ?', [[1]]],
    ['select ?', [{ a: 1 }]],
    ['select ?', 'text'],
  ])('that do not match the statement are refused: %s with %j', async (sql, params) => {
    const { status, body } = await query(sql, { params });
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.suggested_fix).toBeTruthy();
  });
});

describe('a stored result', () => {
  test('is paged by offset, with the start of the next page', async () => {
    const { body } = await query('select x from range(2500) t(x) order by x', { limit: 10 });
    expect([body.row_count, body.rows.length]).toEqual([2500, 10]);
    const page = (offset: number, limit: number) =>
      api.get(`/api/v1/results/${body.id}?offset=${offset}&limit=${limit}`);
    const middle = (await page(1000, 1000)).body;
    expect([middle.rows[0].x, middle.rows.at(-1).x, middle.next_offset]).toEqual([1000, 1999, 2000]);
    const last = (await page(2000, 1000)).body;
    expect([last.rows.length, last.next_offset, last.row_count]).toEqual([500, null, 2500]);
    expect((await page(9000, 10)).body.rows).toEqual([]);
    expect((await api.get(`/api/v1/results/${body.id}`)).body.rows).toHaveLength(1000);
    for (const bad of ['limit=0', 'limit=10001', 'offset=-1', 'offset=x', 'format=xml'])
      expect((await api.get(`/api/v1/results/${body.id}?${bad}`)).status).toBe(422);
  });

  test('is available as NDJSON and Arrow, with the manifest in headers', async () => {
    const sql = 'select id, \'é\' || id as "näme" from orders order by id';
    const lines = await query(sql, { format: 'ndjson', limit: 2 });
    expect(String(lines.body)).toBe('{"id":1,"näme":"é1"}\n{"id":2,"näme":"é2"}\n');
    const manifest = JSON.parse(lines.headers.get('x-svc-result') ?? '');
    expect(manifest).toMatchObject({
      row_count: 4,
      truncated: true,
      columns: [{ name: 'id' }, { name: 'näme' }],
    });
    const arrow = await query(sql, { format: 'arrow' });
    expect(tableFromIPC(arrow.bytes).getChild('näme')?.toArray()).toEqual(['é1', 'é2', 'é3', 'é4']);
    const path = `/api/v1/results/${manifest.id}?offset=1&limit=1&format`;
    expect((await api.get(`${path}=ndjson`)).body).toBe('{"id":2,"näme":"é2"}\n');
    expect(tableFromIPC((await api.get(`${path}=arrow`)).bytes).numRows).toBe(1);
  });

  test('is 404 for another user and for a credential of another workbook', async () => {
    const { id } = (await query('select 1')).body;
    const stranger = await service.signIn(await service.register());
    expect((await stranger.get('/api/v1/me')).status).toBe(200);
    const other = (await api.workbook()).split('/').at(-1);
    const pinned = await session.mint(['workbooks:read'], { resource: `workbook:${other}` });
    for (const outsider of [stranger, pinned]) {
      expect((await outsider.get(`/api/v1/results/${id}`)).status).toBe(404);
      expect((await outsider.post(`${workbook}/query`, { sql: 'from orders' })).status).toBe(404);
    }
    expect((await api.get(`/api/v1/results/${id}`)).status).toBe(200);
  });
});

describe('validation', () => {
  const validate = (sql: string, params?: unknown) => api.post(`${workbook}/query/validate`, { sql, params });

  test('returns columns, tables and lineage of a valid statement without running it', async () => {
    const { body } = await validate('select id, count(*) as n from orders group by id');
    expect(body).toEqual({
      valid: true,
      errors: [],
      columns: [
        { name: 'id', type: 'BIGINT' },
        { name: 'n', type: 'BIGINT' },
      ],
      tables: ['orders'],
      lineage: [
        { column: 'id', from: [{ table: 'orders', column: 'id', exact: true }] },
        { column: 'n', from: [] },
      ],
    });
    expect((await validate('select $1::int + 1 as x, $2::varchar as y')).body.valid).toBe(true);
    expect((await validate('select id from orders where id = $1', [1])).body.valid).toBe(true);
    expect((await validate('select id from orders where id = $n', { n: 1 })).body.valid).toBe(true);
    const unbound = await validate('select id from orders where id = $1', []);
    expect(unbound.body.valid).toBe(false);
    expect(JSON.stringify(unbound.body.errors)).toContain('$1');
    expect((await validate("select 1 / 0, error('not run') from range(10000000000)")).status).toBe(200);
  });

  test('reports what is wrong, and where', async () => {
    const { body } = await validate('select id\nfrom orders\nwhere qty > and id');
    expect(body).toMatchObject({
      valid: false,
      columns: [],
      errors: [{ type: '/problems/sql-invalid', line: 3 }],
    });
    expect(body.errors[0].column).toBeGreaterThan(1);
    expect(body.errors[0].suggested_fix).toBeTruthy();
    for (const sql of [
      'delete from orders',
      'select 1; select 2',
      'select nope from orders',
      'from nowhere',
      '',
    ])
      expect((await validate(sql)).body.valid ?? false).toBe(false);
  });
});

test('the error for an unknown table suggests the nearest name', async () => {
  const { status, body } = await query('select * from order');
  expect(status).toBe(422);
  const near = await query('select * from orderz');
  expect(near.body).toMatchObject({
    type: '/problems/sql-invalid',
    suggested_fix: expect.stringContaining('"orders"'),
  });
  expect(body.detail).toBeTruthy();
});

test.each([
  ["select cast('x' as integer)", 'sql-failed'],
  ['select nope from orders', 'sql-invalid'],
  ['selec 1', 'sql-invalid'],
  ['select 1; select 2', 'sql-refused'],
  ['insert into orders values (1)', 'sql-refused'],
  ["select error('x')", undefined],
  ['-- nothing', 'sql-invalid'],
])('%s is refused without internal details', async (sql, slug) => {
  const { status, body } = await query(sql);
  expect(status).toBe(422);
  if (slug) expect(body.type).toBe(`/problems/${slug}`);
  expect(JSON.stringify({ ...body, request_id: '' })).not.toMatch(/art_|c1\b|wb_0|\/tmp\/|node_modules/);
});

test('a query past its deadline ends in a timeout problem, and the service keeps working', async () => {
  const slow = query('select count(*) from range(100000000) a(x), range(100000) b(y) where x * y % 7 = 3', {
    timeout_ms: 500,
  });
  const meanwhile = await rowsOf('select count(*) as n from orders');
  const { status, body } = await slow;
  expect([status, body.type]).toEqual([422, '/problems/query-timeout']);
  expect(meanwhile).toEqual([{ n: 4 }]);
  expect(await rowsOf('select count(*) as n from orders')).toEqual([{ n: 4 }]);
  expect((await query('select 1', { timeout_ms: 30_001 })).status).toBe(422);
});
