import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

let service: TestService;
let api: Api;
let workbook: string;

const csv = 'region,product,amount\nnorth,tea,10\nnorth,jam,5\nsouth,tea,7\n';

const byRegion = {
  name: 'sum by region',
  kind: 'sql',
  code: 'select region, sum(amount) as total, count(*) as sales\nfrom {{ sales }}\ngroup by region',
  args: { sales: 'sales' },
  output: 'by_region',
  key: ['region'],
};
const large = {
  name: 'large regions',
  kind: 'sql',
  code: 'select region, total from {{ regions }} where total > 8',
  args: { regions: 'by_region' },
  output: 'large_regions',
  key: ['region'],
};

beforeAll(async () => {
  service = await TestService.start();
  api = await service.signIn();
});
afterAll(() => service.dispose());

beforeEach(async () => {
  workbook = await api.workbook();
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content: csv }, { structuring: 'skip' });
});

const create = (definition: object, query = '') => api.post(`${workbook}/transforms${query}`, definition);

async function rowsOf(table: string, query = '') {
  const { body } = await api.get(`${workbook}/tables/${table}/rows?limit=1000${query}`);
  return body as { rows: Record<string, unknown>[]; edit_version: number; freshness: { stale: boolean } };
}

async function cells(table: string, query = ''): Promise<string[]> {
  const { rows } = await rowsOf(table, query);
  return rows.map(({ __svc_row_id, ...row }) => Object.values(row).join(' ')).sort();
}

async function idsBy(column: string, table: string): Promise<Record<string, unknown>> {
  const { rows } = await rowsOf(table);
  return Object.fromEntries(rows.map((row) => [String(row[column]), row.__svc_row_id]));
}

async function isStale(table: string): Promise<boolean> {
  return (await api.get(`${workbook}/tables/${table}`)).body.freshness.stale;
}

const addSale = (row: object) =>
  api.post(`${workbook}/tables/sales/rows/upsert`, { rows: [row], expected_version: null });

async function fail(definition: object, status = 422) {
  const answer = await create(definition);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
}

describe('a SQL transform', () => {
  test('derives a table with columns, types and a version of its own', async () => {
    const { status, body } = await create(byRegion);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^trf_/),
      output: 'by_region',
      args: { sales: 'sales' },
      row_count: 2,
      freshness: { stale: false, stale_since: null },
      run: { edit_version: 1, row_count: 2 },
    });
    expect(await cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
    const table = (await api.get(`${workbook}/tables/by_region`)).body;
    expect(table).toMatchObject({
      layer: 'derived',
      schema: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'total', type: 'DECIMAL(38,0)' },
        { name: 'sales', type: 'BIGINT' },
      ],
    });
    const [op] = (await api.get(`${workbook}/ops`)).body.ops;
    expect(op).toMatchObject({
      kind: 'transform.run',
      table: 'by_region',
      undoable: false,
      code: { code: byRegion.code, inputs: [{ placeholder: 'sales', edit_version: 1 }] },
    });
  });

  test('is listed and found by name and by id', async () => {
    const { id } = (await create(byRegion)).body;
    expect((await api.get(`${workbook}/transforms`)).body.transforms).toMatchObject([
      { id, name: 'sum by region' },
    ]);
    expect((await api.get(`${workbook}/transforms/${id}`)).body.name).toBe('sum by region');
    expect((await api.get(`${workbook}/transforms/${encodeURIComponent('Sum by region')}`)).body.id).toBe(id);
    expect((await api.get(`${workbook}/transforms/nothing`)).status).toBe(404);
  });

  test('may be a chain, end in a semicolon or a comment, and repeat column names', async () => {
    await create(byRegion);
    const chained = await create({
      ...large,
      code: 'select r.*, r.total, {a: 1} as nested from {{ regions }} r order by total desc; -- the end',
      key: null,
    });
    expect(chained.status).toBe(201);
    const { rows } = await rowsOf('large_regions', '&order_by=-total');
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
    const { status, body } = await create({ ...byRegion, code, key: null });
    expect(status, JSON.stringify(body)).toBe(201);
    const { rows } = await rowsOf('by_region');
    expect(rows.length).toBe(body.row_count);
  });

  test('goes with its workbook', async () => {
    await create(byRegion);
    await create(large);
    expect((await api.delete(workbook)).status).toBe(204);
  });

  test('without a run waits, stale, for the first recompute', async () => {
    const { body } = await create({ ...byRegion, run: false });
    expect(body).toMatchObject({ run: null, row_count: 0, freshness: { stale: true } });
    const { body: done } = await api.post(`${workbook}/recompute`);
    expect(done.recomputed).toMatchObject([{ transform: 'sum by region', table: 'by_region', row_count: 2 }]);
    expect(await cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
  });

  test('answers a repeated Idempotency-Key without running again', async () => {
    await create(byRegion);
    await addSale({ region: 'east', amount: 9 });
    const key = { 'idempotency-key': 'run-once' };
    const path = `${workbook}/transforms/${encodeURIComponent(byRegion.name)}/run`;
    const first = await api.post(path, {}, key);
    const second = await api.post(path, {}, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((await rowsOf('by_region')).edit_version).toBe(2);
  });
});

describe('what a transform cannot be', () => {
  test.each([
    ['an unknown placeholder', { code: 'select 1\nfrom {{ sales }}, {{ rates }}' }, { line: 2, column: 19 }],
    ['an arg that is not used', { args: { sales: 'sales', more: 'sales' } }, {}],
    ['a missing table', { args: { sales: 'nothing' } }, {}],
    ['another table by its name', { code: 'select * from {{ sales }}, sales' }, {}],
    ['a file', { code: "select * from {{ sales }}, '/etc/passwd'" }, {}],
    ['a parameter', { code: 'select ? from {{ sales }}' }, {}],
    ['no SELECT', { code: 'drop table {{ sales }}' }, {}],
    ['two statements', { code: 'select 1 from {{ sales }}; select 2' }, {}],
    ['a key that is no column', { key: ['nothing'] }, {}],
    ['no columns', { code: 'select __svc_row_id from {{ sales }}', key: null }, {}],
    ['a failing cast', { code: 'select region::integer as region from {{ sales }}' }, {}],
  ])('%s is refused', async (_, change, members) => {
    expect(await fail({ ...byRegion, ...change })).toMatchObject(members);
    expect((await api.get(`${workbook}/transforms`)).body.transforms).toEqual([]);
  });

  test('a syntax error is told with its place in the code as written', async () => {
    const body = await fail({ ...byRegion, code: 'select region\nfrom {{ sales }} where whree', key: null });
    expect(body.detail).toContain('whree');
    const parse = await fail({ ...byRegion, code: 'select region\nfrom {{ sales }} wher amount = 1 2' });
    expect(parse).toMatchObject({ type: '/problems/sql-invalid', line: 2 });
  });

  test('a key that repeats shows its repetitions', async () => {
    const body = await fail({ ...byRegion, code: 'select region, amount from {{ sales }}' });
    expect(body).toMatchObject({
      type: '/problems/duplicate-key',
      key: ['region'],
      duplicates: [{ key: { region: 'north' }, rows: 2 }],
    });
  });

  test('an output that exists, a name that is taken', async () => {
    expect((await fail({ ...byRegion, args: { sales: 'sales' }, output: 'sales' }, 409)).type).toBe(
      '/problems/lineage-cycle',
    );
    await create(byRegion);
    await fail({ ...byRegion, name: 'other' }, 409);
    await fail({ ...byRegion, output: 'other' }, 409);
  });

  test('a circle is refused with its way', async () => {
    await create(byRegion);
    await create(large);
    const circle = { ...byRegion, code: 'select region from {{ x }}', args: { x: 'large_regions' } };
    const { status, body } = await api.put(
      `${workbook}/transforms/${encodeURIComponent(byRegion.name)}`,
      circle,
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({
      type: '/problems/lineage-cycle',
      cycle: ['by_region', 'large_regions', 'by_region'],
    });
  });
});

describe('freshness', () => {
  beforeEach(async () => {
    await create(byRegion);
    await create(large);
  });

  test('tells why a table is stale', async () => {
    await addSale({ region: 'north', product: 'tea', amount: 1 });
    const because = async (table: string) =>
      (await api.get(`${workbook}/tables/${table}`)).body.freshness.because;
    expect(await because('by_region')).toEqual([
      { reason: 'input_changed', table: 'sales', read_version: 1, edit_version: 2 },
    ]);
    expect(await because('large_regions')).toMatchObject([{ reason: 'input_stale', table: 'by_region' }]);
    await api.put(`${workbook}/transforms/large%20regions`, {
      ...large,
      code: 'select region, total from {{ regions }} where total > 9',
      run: false,
    });
    expect(await because('large_regions')).toMatchObject([
      { reason: 'definition_changed', table: null },
      { reason: 'input_stale' },
    ]);
    const { body } = await api.get(`${workbook}/tables`);
    const stale = body.artifacts.filter(
      ({ freshness }: { freshness: { stale: boolean } }) => freshness.stale,
    );
    expect(stale.map(({ name }: { name: string }) => name)).toEqual(['by_region', 'large_regions']);
  });

  test('an edit marks what follows stale, and recompute runs each once, in order', async () => {
    const edited = await addSale({ region: 'east', amount: 9 });
    expect(edited.body.stale.sort()).toEqual(['by_region', 'large_regions']);
    expect(await isStale('large_regions')).toBe(true);
    expect((await rowsOf('by_region')).freshness.stale).toBe(true);
    expect(await cells('large_regions')).toEqual(['north 15']);

    const planned = await api.post(`${workbook}/recompute?dry_run=true`);
    expect(planned.body.would_recompute.map(({ table }: { table: string }) => table).sort()).toEqual([
      'by_region',
      'large_regions',
    ]);
    const { body } = await api.post(`${workbook}/recompute`);
    expect(body).toMatchObject({
      recomputed: [{ table: 'by_region' }, { table: 'large_regions' }],
      failed: [],
      skipped: [],
      skipped_reports: [],
    });
    expect(await cells('large_regions')).toEqual(['east 9', 'north 15']);
    expect(await isStale('large_regions')).toBe(false);
    expect((await api.post(`${workbook}/recompute`)).body.recomputed).toEqual([]);
  });

  test('running a transform freshens what it reads and carries on to what follows', async () => {
    await addSale({ region: 'east', amount: 9 });
    const { body } = await api.post(`${workbook}/transforms/${encodeURIComponent(large.name)}/run`);
    expect(body.freshness.stale).toBe(false);
    expect(body.recomputed).toMatchObject([{ table: 'by_region' }]);
    expect(await cells('large_regions')).toEqual(['east 9', 'north 15']);

    await addSale({ region: 'west', amount: 20 });
    const upstream = await api.post(`${workbook}/transforms/${encodeURIComponent(byRegion.name)}/run`);
    expect(upstream.body.recomputed).toMatchObject([{ table: 'large_regions' }]);
    expect(await cells('large_regions')).toEqual(['east 9', 'north 15', 'west 20']);
  });

  test('a run over the same inputs changes nothing', async () => {
    const { body } = await api.post(`${workbook}/transforms/${encodeURIComponent(byRegion.name)}/run`);
    expect(body).toMatchObject({ run: null, edit_version: 1, unchanged: [{ table: 'large_regions' }] });
  });

  test('a failure further down leaves that table and what follows stale, with the cause', async () => {
    await create({
      name: 'strict',
      kind: 'sql',
      code: "select region, case when region = 'east' then region::integer else 1 end as n from {{ r }}",
      args: { r: 'by_region' },
      output: 'strict',
    });
    await create({
      name: 'last',
      kind: 'sql',
      code: 'select * from {{ s }}',
      args: { s: 'strict' },
      output: 'last',
    });
    await addSale({ region: 'east', amount: 9 });
    const { body } = await api.post(`${workbook}/recompute`);
    expect(body).toMatchObject({
      failed: [{ transform: 'strict', table: 'strict', error: { type: '/problems/sql-failed' } }],
      skipped: [{ transform: 'last', table: 'last', because: 'strict' }],
    });
    expect(body.recomputed.map(({ table }: { table: string }) => table)).toEqual([
      'by_region',
      'large_regions',
    ]);
    expect([await isStale('strict'), await isStale('last'), await isStale('large_regions')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await cells('strict')).toEqual(['north 1', 'south 1']);
    expect((await api.post(`${workbook}/transforms/last/run`)).body).toMatchObject({
      status: 422,
      table: 'strict',
    });
  });

  test('an earlier version reads as it did then', async () => {
    await addSale({ region: 'east', amount: 9 });
    await api.post(`${workbook}/recompute`);
    expect(await cells('by_region', '&as_of=1')).toEqual(['north 15 2', 'south 7 1']);
    expect(await cells('by_region', '&as_of=2')).toEqual(['east 9 1', 'north 15 2', 'south 7 1']);
  });
});

describe('row ids', () => {
  test('follow from the key, whatever else the row holds', async () => {
    await create(byRegion);
    const before = await idsBy('region', 'by_region');
    await addSale({ region: 'north', amount: 100 });
    await addSale({ region: null, amount: 1 });
    await api.post(`${workbook}/recompute`);
    const after = await idsBy('region', 'by_region');
    expect(after).toMatchObject(before);
    expect(Object.keys(after).sort()).toEqual(['north', 'null', 'south']);
    for (const id of Object.values(after)) expect(Number.isSafeInteger(id) && Number(id) > 0).toBe(true);
  });

  test('without a key follow from the whole row, and equal rows are told apart', async () => {
    await create({ ...byRegion, code: 'select product from {{ sales }}', key: null });
    const before = (await rowsOf('by_region')).rows;
    expect(new Set(before.map((row) => row.__svc_row_id)).size).toBe(3);
    await addSale({ product: 'tea', region: 'x' });
    await api.post(`${workbook}/recompute`);
    const after = (await rowsOf('by_region')).rows;
    expect(after).toHaveLength(4);
    expect(after).toEqual(expect.arrayContaining(before));
  });
});

test('the order of stored rows does not tell what the code sorted them by', async () => {
  const code = 'select region, product from {{ sales }} order by amount';
  await create({ ...byRegion, code, key: undefined, output: 'by_amount' });
  const { body } = await api.post(`${workbook}/query`, { sql: 'select __svc_row_id as id from by_amount' });
  const ids = body.rows.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

describe('changing a transform', () => {
  beforeEach(async () => {
    await create(byRegion);
    await create(large);
  });

  test('runs it and all that follows; columns keep their identity by name', async () => {
    await api.put(`${workbook}/tables/by_region/columns/total/description`, { description: 'in euros' });
    const { status, body } = await api.put(`${workbook}/transforms/${encodeURIComponent(byRegion.name)}`, {
      ...byRegion,
      name: 'doubled',
      output: 'regions',
      code: 'select count(*) as n, 2 * sum(amount) as total, region from {{ sales }} group by all',
    });
    expect([status, body.name, body.output]).toEqual([200, 'doubled', 'regions']);
    expect(body.recomputed).toMatchObject([{ table: 'large_regions' }]);
    expect(await cells('large_regions')).toEqual(['north 30', 'south 14']);
    const { columns } = (await api.get(`${workbook}/tables/regions/columns`)).body;
    expect(columns.map((column: { name: string }) => column.name)).toEqual(['n', 'total', 'region']);
    expect(columns[1].description).toBe('in euros');
    expect((await api.get(`${workbook}/transforms/${encodeURIComponent(large.name)}`)).body.args).toEqual({
      regions: 'regions',
    });
  });

  test('a renamed input is followed', async () => {
    await api.patch(`${workbook}/tables/sales`, { name: 'orders', expected_version: null });
    await api.post(`${workbook}/tables/orders/rows/upsert`, {
      rows: [{ region: 'east', amount: 9 }],
      expected_version: null,
    });
    await api.post(`${workbook}/recompute`);
    expect(await cells('large_regions')).toEqual(['east 9', 'north 15']);
  });

  test('a dry run shows columns, inputs, lineage and what would be recomputed, and does nothing', async () => {
    const code = 'select region, max(amount) as best from {{ sales }} group by region';
    const { status, body } = await api.put(
      `${workbook}/transforms/${encodeURIComponent(byRegion.name)}?dry_run=true`,
      { ...byRegion, code },
    );
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
    expect((await api.get(`${workbook}/transforms/${encodeURIComponent(byRegion.name)}`)).body.code).toBe(
      byRegion.code,
    );
    expect((await create({ ...byRegion, name: 'new', output: 'new' }, '?dry_run=true')).status).toBe(200);
    expect((await api.get(`${workbook}/tables/new`)).status).toBe(404);
  });

  test('deleting it takes its output, and what follows only when told to', async () => {
    const path = `${workbook}/transforms/${encodeURIComponent(byRegion.name)}`;
    expect((await api.delete(path)).body).toMatchObject({ status: 409, dependents: ['large_regions'] });
    expect((await api.delete(`${workbook}/tables/sales?expected_version=null`)).status).toBe(409);
    const { body } = await api.delete(`${path}?cascade=true`);
    expect(body.deleted.sort()).toEqual(['by_region', 'large_regions']);
    expect((await api.get(`${workbook}/transforms`)).body.transforms).toEqual([]);
    expect((await api.get(`${workbook}/tables/by_region`)).status).toBe(404);
  });
});

const require = createRequire(import.meta.url);
const hasPython = ['deno', 'pyodide'].every((name) => {
  try {
    return require.resolve(`${name}/package.json`) !== '';
  } catch {
    return false;
  }
});

describe.skipIf(!hasPython)('a Python transform', () => {
  const doubled = {
    name: 'doubled',
    kind: 'python',
    code: 'rows = []\nfor row in {{ sales }}:\n  rows.append({"product": row["product"], "twice": row["amount"] * 2})\noutput = rows',
    args: { sales: 'sales' },
    output: 'doubled',
  };

  test('derives a table, feeds SQL, becomes stale and is recomputed', async () => {
    const { status, body } = await create(doubled);
    expect([status, body.row_count]).toEqual([201, 3]);
    expect(await cells('doubled')).toEqual(['jam 10', 'tea 14', 'tea 20']);
    await create({
      ...large,
      code: 'select product, sum(twice) as total from {{ d }} group by product',
      args: { d: 'doubled' },
      key: ['product'],
    });
    await addSale({ product: 'jam', amount: 1 });
    await api.post(`${workbook}/recompute`);
    expect(await cells('large_regions')).toEqual(['jam 12', 'tea 34']);
    const { column_edges } = (await api.get(`${workbook}/tables/doubled/lineage?level=column`)).body;
    expect(column_edges).toContainEqual(expect.objectContaining({ exact: false }));
  });

  test('tells what went wrong, with the line of its own code', async () => {
    const body = await fail({ ...doubled, code: 'x = 1\noutput = [row["nothing"] for row in {{ sales }}]' });
    expect(body).toMatchObject({ type: '/problems/python-failed', line: 2, failure: 'exception' });
    await fail({ ...doubled, code: 'output = 5 if {{ sales }} else 6' });
    await fail({ ...doubled, key: ['product'] });
  });
});

describe('lineage', () => {
  test('leads from the file to the last table, by table and by column', async () => {
    await create(byRegion);
    await create(large);
    const { body } = await api.get(`${workbook}/lineage?level=column`);
    const name = new Map(body.nodes.map((node: { id: string; name: string }) => [node.id, node.name]));
    const edges = body.edges.map(
      ({ from, to }: { from: string; to: string }) => `${name.get(from)}>${name.get(to)}`,
    );
    expect(edges).toEqual([
      'sales.csv>sales',
      'sales>sum by region',
      'sum by region>by_region',
      'by_region>large regions',
      'large regions>large_regions',
    ]);
    const columnEdges = body.column_edges.map(
      ({ from, to }: Record<'from' | 'to', { table: string; column: string }>) =>
        `${name.get(from.table)}.${from.column}>${name.get(to.table)}.${to.column}`,
    );
    expect(columnEdges.sort()).toEqual([
      'by_region.region>large_regions.region',
      'by_region.total>large_regions.total',
      'sales.amount>by_region.total',
      'sales.region>by_region.region',
    ]);
  });

  test('of one table shows what it comes from and what follows from it', async () => {
    await create(byRegion);
    await create(large);
    await create({ ...large, name: 'apart', code: 'select 1 as one', args: {}, output: 'apart', key: null });
    const { body } = await api.get(`${workbook}/tables/by_region/lineage`);
    const names = body.nodes.map((node: { name: string }) => node.name);
    expect(names.sort()).toEqual(
      ['by_region', 'large regions', 'large_regions', 'sales', 'sales.csv', 'sum by region'].sort(),
    );
    expect(body.column_edges).toEqual([]);
  });
});
