import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { byRegion, large, SalesWorkbook } from './support/sales-workbook.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let sales: SalesWorkbook;

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

beforeEach(async () => {
  sales = await SalesWorkbook.make(api);
});

async function idsByRegion(): Promise<Record<string, unknown>> {
  const { rows } = await sales.rowsOf('by_region');
  return Object.fromEntries(rows.map((row) => [String(row.region), row.__svc_row_id]));
}

describe('a SQL transform', () => {
  test('derives a table with its own columns, types and version', async () => {
    const { status, body } = await sales.create(byRegion);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^trf_/),
      output: 'by_region',
      args: { sales: 'sales' },
      row_count: 2,
      freshness: { stale: false, stale_since: null },
      run: { edit_version: 1, row_count: 2 },
    });
    expect(await sales.cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
    const table = (await api.get(`${sales.path}/tables/by_region`)).body;
    expect(table).toMatchObject({
      layer: 'derived',
      schema: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'total', type: 'DECIMAL(38,0)' },
        { name: 'sales', type: 'BIGINT' },
      ],
    });
    const [op] = (await api.get(`${sales.path}/ops`)).body.ops;
    expect(op).toMatchObject({
      kind: 'transform.run',
      table: 'by_region',
      undoable: true,
      code: { code: byRegion.code, inputs: [{ placeholder: 'sales', edit_version: 1 }] },
    });
  });

  test('is listed, and found by name and by id', async () => {
    const { id } = (await sales.create(byRegion)).body;
    expect((await api.get(`${sales.path}/transforms`)).body.transforms).toMatchObject([
      { id, name: 'sum by region' },
    ]);
    expect((await api.get(`${sales.path}/transforms/${id}`)).body.name).toBe('sum by region');
    expect((await api.get(`${sales.path}/transforms/${encodeURIComponent('Sum by region')}`)).body.id).toBe(
      id,
    );
    expect((await api.get(`${sales.path}/transforms/nothing`)).status).toBe(404);
  });

  test('may depend on another, end in a semicolon or a comment, and repeat column names', async () => {
    await sales.create(byRegion);
    const chained = await sales.create({
      ...large,
      code: 'select r.*, r.total, {a: 1} as nested from {{ regions }} r order by total desc; -- the end',
      key: null,
    });
    expect(chained.status).toBe(201);
    const { body } = await api.get(`${sales.path}/tables/large_regions`);
    expect(body.order_by).toEqual(['-total']);
    const { rows } = await sales.rowsOf('large_regions', '&order_by=-total');
    expect(rows.map(({ __svc_row_id, ...row }) => row)).toEqual([
      { region: 'north', total: 15, sales: 2, total_2: 15, nested: { a: 1 } },
      { region: 'south', total: 7, sales: 1, total_2: 7, nested: { a: 1 } },
    ]);
  });

  test.each([
    '(select * from {{ sales }})',
    'from {{ sales }}',
    'with s as (select * from {{ sales }} where amount > 5) select product, count(*) from s group by all',
    "pivot (from {{ sales }}) on product in ('tea', 'jam') using sum(amount) group by region",
    'select region from {{ sales }} intersect select region from {{sales}} order by 1 limit 1;',
    'select * exclude (amount), [amount] as list, null as nothing from {{ sales }} /* {{ sales }} */',
    'select a.*, b.* from {{ sales }} a, {{ sales }} b',
  ])('may be %s', async (code) => {
    const { status, body } = await sales.create({ ...byRegion, code, key: null });
    expect(status, JSON.stringify(body)).toBe(201);
    const { rows } = await sales.rowsOf('by_region');
    expect(rows.length).toBe(body.row_count);
  });

  test('is deleted with its workbook', async () => {
    await sales.create(byRegion);
    await sales.create(large);
    expect((await api.delete(sales.path)).status).toBe(204);
  });

  test('without a run is stale until the first recompute', async () => {
    const { body } = await sales.create({ ...byRegion, run: false });
    expect(body).toMatchObject({ run: null, row_count: 0, freshness: { stale: true } });
    const { body: done } = await sales.recompute();
    expect(done.recomputed).toMatchObject([{ transform: 'sum by region', table: 'by_region', row_count: 2 }]);
    expect(await sales.cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
  });

  test('with a repeated Idempotency-Key does not run again', async () => {
    await sales.create(byRegion);
    await sales.add({ region: 'east', amount: 9 });
    const key = { 'idempotency-key': 'run-once' };
    const path = `${sales.transformPath(byRegion)}/run`;
    const first = await api.post(path, {}, key);
    const second = await api.post(path, {}, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((await sales.rowsOf('by_region')).edit_version).toBe(2);
  });
});

describe('an invalid transform', () => {
  test.each([
    ['an unknown placeholder', { code: 'select 1\nfrom {{ sales }}, {{ rates }}' }, { line: 2, column: 19 }],
    ['an arg that is not used', { args: { sales: 'sales', more: 'sales' } }, {}],
    ['a missing table', { args: { sales: 'nothing' } }, {}],
    ['another table by its name', { code: 'select * from {{ sales }}, sales' }, {}],
    ['a file', { code: "select * from {{ sales }}, '/etc/passwd'" }, {}],
    ['a parameter', { code: 'select ? from {{ sales }}' }, {}],
    ['no SELECT', { code: 'drop table {{ sales }}' }, {}],
    ['two statements', { code: 'select 1 from {{ sales }}; select 2' }, {}],
    ['a key that is not a column', { key: ['nothing'] }, {}],
    ['no columns', { code: 'select __svc_row_id from {{ sales }}', key: null }, {}],
    ['a failing cast', { code: 'select region::integer as region from {{ sales }}' }, {}],
  ])('with %s is refused', async (_, change, members) => {
    expect(await sales.refused({ ...byRegion, ...change })).toMatchObject(members);
    expect((await api.get(`${sales.path}/transforms`)).body.transforms).toEqual([]);
  });

  test('with a syntax error is refused with the place in the original code', async () => {
    const body = await sales.refused({
      ...byRegion,
      code: 'select region\nfrom {{ sales }} where whree',
      key: null,
    });
    expect(body.detail).toContain('whree');
    const parse = await sales.refused({
      ...byRegion,
      code: 'select region\nfrom {{ sales }} wher amount = 1 2',
    });
    expect(parse).toMatchObject({ type: '/problems/sql-invalid', line: 2 });
  });

  test('with a duplicate key is refused with the duplicates', async () => {
    const body = await sales.refused({ ...byRegion, code: 'select region, amount from {{ sales }}' });
    expect(body).toMatchObject({
      type: '/problems/duplicate-key',
      key: ['region'],
      duplicates: [{ key: { region: 'north' }, rows: 2 }],
    });
  });

  test('with an existing output or name is refused', async () => {
    expect((await sales.refused({ ...byRegion, args: { sales: 'sales' }, output: 'sales' }, 409)).type).toBe(
      '/problems/lineage-cycle',
    );
    await sales.create(byRegion);
    await sales.refused({ ...byRegion, name: 'other' }, 409);
    await sales.refused({ ...byRegion, output: 'other' }, 409);
  });

  test('with a cycle is refused with its path', async () => {
    await sales.create(byRegion);
    await sales.create(large);
    const circle = { ...byRegion, code: 'select region from {{ x }}', args: { x: 'large_regions' } };
    const { status, body } = await api.put(sales.transformPath(byRegion), circle);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      type: '/problems/lineage-cycle',
      cycle: ['by_region', 'large_regions', 'by_region'],
    });
  });
});

describe('row ids', () => {
  test('depend only on the key', async () => {
    await sales.create(byRegion);
    const before = await idsByRegion();
    await sales.add({ region: 'north', amount: 100 });
    await sales.add({ region: null, amount: 1 });
    await sales.recompute();
    const after = await idsByRegion();
    expect(after).toMatchObject(before);
    expect(Object.keys(after).sort()).toEqual(['north', 'null', 'south']);
    for (const id of Object.values(after)) expect(Number.isSafeInteger(id) && Number(id) > 0).toBe(true);
  });

  test('without a key depend on the whole row, and differ for equal rows', async () => {
    await sales.create({ ...byRegion, code: 'select product from {{ sales }}', key: null });
    const before = (await sales.rowsOf('by_region')).rows;
    expect(new Set(before.map((row) => row.__svc_row_id)).size).toBe(3);
    await sales.add({ product: 'tea', region: 'x' });
    await sales.recompute();
    const after = (await sales.rowsOf('by_region')).rows;
    expect(after).toHaveLength(4);
    expect(after).toEqual(expect.arrayContaining(before));
  });
});

test('the order of stored rows does not reveal how the code sorted them', async () => {
  const code = 'select region, product from {{ sales }} order by amount';
  await sales.create({ ...byRegion, code, key: undefined, output: 'by_amount' });
  const { body } = await api.post(`${sales.path}/query`, { sql: 'select __svc_row_id as id from by_amount' });
  const ids = body.rows.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

describe('an existing transform', () => {
  beforeEach(async () => {
    await sales.create(byRegion);
    await sales.create(large);
  });

  test('runs with everything downstream when it changes; columns keep their identity by name', async () => {
    await api.put(`${sales.path}/tables/by_region/columns/total/description`, { description: 'in euros' });
    const { status, body } = await api.put(sales.transformPath(byRegion), {
      ...byRegion,
      name: 'doubled',
      output: 'regions',
      code: 'select count(*) as n, 2 * sum(amount) as total, region from {{ sales }} group by all',
    });
    expect([status, body.name, body.output]).toEqual([200, 'doubled', 'regions']);
    expect(body.recomputed).toMatchObject([{ table: 'large_regions' }]);
    expect(await sales.cells('large_regions')).toEqual(['north 30', 'south 14']);
    const { columns } = (await api.get(`${sales.path}/tables/regions/columns`)).body;
    expect(columns.map((column: { name: string }) => column.name)).toEqual(['n', 'total', 'region']);
    expect(columns[1].description).toBe('in euros');
    expect((await api.get(sales.transformPath(large))).body.args).toEqual({
      regions: 'regions',
    });
  });

  test('still reads an input that was renamed', async () => {
    await api.patch(`${sales.path}/tables/sales`, { name: 'orders', expected_version: null });
    await api.post(`${sales.path}/tables/orders/rows/upsert`, {
      rows: [{ region: 'east', amount: 9 }],
      expected_version: null,
    });
    await sales.recompute();
    expect(await sales.cells('large_regions')).toEqual(['east 9', 'north 15']);
  });

  test('can be changed with dry_run, which shows columns, inputs, lineage and what would be recomputed', async () => {
    const code = 'select region, max(amount) as best from {{ sales }} group by region';
    const { status, body } = await api.put(`${sales.transformPath(byRegion)}?dry_run=true`, {
      ...byRegion,
      code,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      columns: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'best', type: 'BIGINT' },
      ],
      inputs: [{ placeholder: 'sales', table: 'sales', edit_version: 1 }],
      would_recompute: ['large_regions'],
    });
    expect(body.lineage).toEqual([
      { column: 'region', from: [{ table: 'sales', column: 'region', exact: true }] },
      { column: 'best', from: [{ table: 'sales', column: 'amount', exact: true }] },
    ]);
    expect((await api.get(sales.transformPath(byRegion))).body.code).toBe(byRegion.code);
    expect((await sales.create({ ...byRegion, name: 'new', output: 'new' }, '?dry_run=true')).status).toBe(
      200,
    );
    expect((await api.get(`${sales.path}/tables/new`)).status).toBe(404);
  });

  test('is deleted with its output, and with downstream tables only with cascade', async () => {
    const path = sales.transformPath(byRegion);
    expect((await api.delete(path)).body).toMatchObject({ status: 409, dependents: ['large_regions'] });
    expect((await api.delete(`${sales.path}/tables/sales?expected_version=null`)).status).toBe(409);
    const { body } = await api.delete(`${path}?cascade=true`);
    expect(body.deleted.sort()).toEqual(['by_region', 'large_regions']);
    expect((await api.get(`${sales.path}/transforms`)).body.transforms).toEqual([]);
    expect((await api.get(`${sales.path}/tables/by_region`)).status).toBe(404);
  });
});
