import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
/** Row ids of the derived table, by region. */
let north: number;
let south: number;

const byRegion = {
  name: 'by region',
  kind: 'sql',
  code: 'select region, sum(amount) as total, count(*) as sales from {{ sales }} group by region',
  args: { sales: 'sales' },
  output: 'by_region',
  key: ['region'],
};
const large = {
  name: 'large',
  kind: 'sql',
  code: 'select region, total from {{ regions }} where total > 8',
  args: { regions: 'by_region' },
  output: 'large',
  key: ['region'],
};

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

beforeEach(async () => {
  workbook = await api.workbook();
  const content = 'region,amount\nnorth,10\nnorth,5\nsouth,7\n';
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content }, { structuring: 'skip' });
  await api.post(`${workbook}/transforms`, byRegion);
  await api.post(`${workbook}/transforms`, large);
  const { rows } = await rowsOf('by_region');
  [north, south] = ['north', 'south'].map(
    (region) => rows.find((row) => row.region === region)?.__svc_row_id as number,
  ) as [number, number];
});

async function rowsOf(table: string, query = '') {
  const { body } = await api.get(`${workbook}/tables/${table}/rows${query}`);
  return body as {
    rows: Record<string, unknown>[];
    edit_version: number;
    overridden_cells: { row_id: number; column: string; computed: unknown }[];
  };
}

async function totals(table = 'by_region', query = ''): Promise<Record<string, unknown>> {
  const { rows } = await rowsOf(table, query);
  return Object.fromEntries(rows.map(({ region, total }) => [region, total]));
}

const override = (cells: object, rowId = north) =>
  api.post(`${workbook}/tables/by_region/rows/upsert`, {
    rows: [{ __svc_row_id: rowId, ...cells }],
    expected_version: null,
  });
const drop = (body: object) =>
  api.post(`${workbook}/tables/by_region/overrides/drop`, { expected_version: null, ...body });
const sell = (region: string, amount: number) =>
  api.post(`${workbook}/tables/sales/rows/upsert`, { rows: [{ region, amount }], expected_version: null });
const recompute = () => api.post(`${workbook}/recompute`);
const conflicts = async (query = '?status=open') =>
  (await api.get(`${workbook}/conflicts${query}`)).body.conflicts;
const resolve = (id: string, action: string) =>
  api.post(`${workbook}/conflicts/${id}/resolve`, { action, note: 'looked at' });

describe('an edit of a derived table', () => {
  test('overrides the cell, keeps its computed value and makes downstream tables stale', async () => {
    const { body } = await override({ total: 100, sales: 2 });
    expect(body).toMatchObject({ edit_version: 2, inserted: 0, updated: 1, stale: ['large'] });
    const page = await rowsOf('by_region');
    expect(page.rows.find((row) => row.region === 'north')).toMatchObject({ total: 100, sales: 2 });
    // The number of sales was already 2, so that cell is not overridden.
    expect(page.overridden_cells).toEqual([{ row_id: north, column: 'total', computed: 15 }]);
    const list = await api.get(`${workbook}/tables/by_region/overrides`);
    expect(list.body.overrides).toMatchObject([
      { row_id: north, column: 'total', value: 100, computed: 15, applied: true, op_id: body.op_id },
    ]);
    await recompute();
    expect(await totals('large')).toEqual({ north: 100 });
  });

  test('is marked in the provenance of its row', async () => {
    await override({ total: 100 });
    const { body } = await api.get(`${workbook}/tables/by_region/rows/${north}/provenance`);
    expect(body.cells.find((cell: { column: string }) => cell.column === 'total')).toMatchObject({
      overridden: true,
      derived_from: [{ cell: 'B2', raw_value: '10' }, { cell: 'B3' }],
    });
  });

  test('is shown in each version as it was at that version', async () => {
    await override({ total: 100 });
    await override({ total: 200 });
    expect((await rowsOf('by_region', '?as_of=1')).overridden_cells).toEqual([]);
    expect(await totals('by_region', '?as_of=2')).toEqual({ north: 100, south: 7 });
    expect((await rowsOf('by_region', '?as_of=3')).overridden_cells).toHaveLength(1);
  });

  test('can be undone, which restores the previous override', async () => {
    const first = await override({ total: 100 });
    const second = await override({ total: 200 });
    const undo = (opId: number) => api.post(`${workbook}/ops/${opId}/undo`);
    expect((await undo(first.body.op_id)).status).toBe(409);
    await undo(second.body.op_id);
    expect(await totals()).toEqual({ north: 100, south: 7 });
    expect((await rowsOf('by_region')).overridden_cells).toHaveLength(1);
  });

  test('addresses rows by id, by match_on or by their place in the range', async () => {
    const matched = await api.post(`${workbook}/tables/by_region/rows/upsert`, {
      rows: [{ region: 'south', total: 70 }],
      match_on: ['region'],
      expected_version: null,
    });
    expect(matched.body.updated).toBe(1);
    const { rows } = await rowsOf('by_region');
    const place = rows.findIndex((row) => row.region === 'north') + 2;
    await api.put(`${workbook}/tables/by_region/range`, {
      range: `B${place}:B${place}`,
      values: [[150]],
      expected_version: null,
    });
    expect(await totals()).toEqual({ north: 150, south: 70 });
  });

  test('cannot add or delete rows, and checks its version', async () => {
    const table = `${workbook}/tables/by_region`;
    const insert = { rows: [{ region: 'east' }], expected_version: null };
    expect((await api.post(`${table}/rows/upsert`, insert)).status).toBe(422);
    expect((await override({ total: 1 }, 12345)).body.detail).toContain('no row 12345');
    expect((await override({ total: 'many' })).status).toBe(422);
    const remove = { row_ids: [north], expected_version: null };
    expect((await api.post(`${table}/rows/delete`, remove)).status).toBe(409);
    await override({ total: 1 });
    const late = { rows: [{ __svc_row_id: north, total: 2 }], expected_version: 1 };
    expect((await api.post(`${table}/rows/upsert`, late)).body).toMatchObject({
      status: 409,
      current_version: 2,
      changes_since: { rows: [{ row_id: north, columns: ['total'] }] },
    });
  });
});

describe('an override during a recompute', () => {
  beforeEach(async () => {
    await override({ total: 100 });
  });

  test('stays, without a conflict if the computed value is the same', async () => {
    await sell('south', 1);
    await recompute();
    expect(await totals()).toEqual({ north: 100, south: 8 });
    expect(await conflicts()).toEqual([]);
  });

  test('stays, and opens one conflict if the computed value has changed', async () => {
    await sell('north', 1);
    await recompute();
    await sell('north', 2);
    await recompute();
    expect(await totals()).toEqual({ north: 100, south: 7 });
    const open = await conflicts();
    expect(open).toMatchObject([
      { kind: 'stale_override', table: 'by_region', column: 'total', base: 15, previous: 100, incoming: 18 },
    ]);
    expect((await rowsOf('by_region')).overridden_cells[0]).toMatchObject({ computed: 18 });
    expect((await rowsOf('by_region', '?as_of=2')).overridden_cells[0]).toMatchObject({ computed: 15 });
  });

  test('has a conflict that can be resolved once, by acknowledging it or dropping the override', async () => {
    await sell('north', 1);
    await recompute();
    const [{ id }] = await conflicts();
    expect((await resolve(id, 'revert')).status).toBe(422);
    const dropped = await resolve(id, 'drop_override');
    expect(dropped.body).toMatchObject({ status: 'dropped', note: 'looked at', stale: ['large'] });
    expect(await totals()).toEqual({ north: 16, south: 7 });
    expect((await resolve(id, 'acknowledge')).status).toBe(409);

    await override({ total: 200 });
    await sell('north', 1);
    await recompute();
    const [{ id: second }] = await conflicts();
    await resolve(second, 'acknowledge');
    expect(await conflicts()).toEqual([]);
    expect(await conflicts('?status=acknowledged')).toHaveLength(1);
    expect(await totals()).toEqual({ north: 200, south: 7 });
  });

  test('has a conflict that a new edit of the cell resolves', async () => {
    await sell('north', 1);
    await recompute();
    await override({ total: 300 });
    expect(await conflicts()).toEqual([]);
  });

  test('is kept while its row is gone, and applied again when the row returns', async () => {
    const sale = (await rowsOf('sales')).rows.filter(({ region }) => region === 'north');
    await api.post(`${workbook}/tables/sales/rows/delete`, {
      row_ids: sale.map((row) => row.__svc_row_id),
      expected_version: null,
    });
    await recompute();
    expect(await totals()).toEqual({ south: 7 });
    const list = await api.get(`${workbook}/tables/by_region/overrides`);
    expect(list.body.overrides).toMatchObject([{ value: 100, computed: null, applied: false }]);
    expect(await conflicts()).toMatchObject([{ base: 15, previous: 100, incoming: null }]);
    await sell('north', 3);
    await recompute();
    expect(await totals()).toEqual({ north: 100, south: 7 });
  });

  test('ends with its column, and the conflict keeps its value', async () => {
    const code = 'select region, count(*) as sales from {{ sales }} group by region';
    const changed = await api.put(`${workbook}/transforms/by%20region`, { ...byRegion, code });
    expect(changed.body.failed).toHaveLength(1);
    expect(await conflicts()).toMatchObject([{ column: 'total', previous: 100, incoming: null }]);
    expect((await api.get(`${workbook}/tables/by_region/overrides`)).body.overrides).toEqual([]);
  });
});

describe('dropping overrides', () => {
  test('restores the computed values, for given cells or for all', async () => {
    await override({ total: 100, sales: 9 });
    await override({ total: 70 }, south);
    const cell = { row_id: north, column: 'total' };
    expect((await drop({ cells: [cell] })).body).toMatchObject({ dropped: 1, stale: ['large'] });
    expect(await totals()).toEqual({ north: 15, south: 70 });
    expect((await drop({ cells: [cell] })).status).toBe(404);
    expect((await drop({})).status).toBe(422);
    expect((await drop({ all: true })).body.dropped).toBe(2);
    expect(await totals()).toEqual({ north: 15, south: 7 });
    expect((await rowsOf('by_region')).overridden_cells).toEqual([]);
  });

  test('is refused for a base table', async () => {
    expect((await api.get(`${workbook}/tables/sales/overrides`)).status).toBe(409);
  });
});
