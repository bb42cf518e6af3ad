import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { byRegion, large, SalesWorkbook } from './support/sales-workbook.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  const session = await service.signIn();
  api = await session.mint(['workbooks:write', 'workbooks:delete'], { rate_limit_per_minute: 10_000 });
});

const pin = async (workbook: string, label: string) => {
  const { status, body } = await api.post(`${workbook}/versions`, { label, summary: `As ${label}` });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { snapshot_id: string };
};
const revert = async (workbook: string, label: string, query = '') => {
  const { status, body } = await api.post(`${workbook}/versions/${label}/revert${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const actions = (restored: { tables: { name: string; action: string }[] }) =>
  Object.fromEntries(restored.tables.map(({ name, action }) => [name, action]));
const update = (workbook: string, row: object) =>
  api.post(`${workbook}/tables/sales/rows/upsert`, { rows: [row], expected_version: null });

const SALES = ['north jam 5', 'north tea 10', 'south tea 7'];

describe('a snapshot', () => {
  test('pins every table at its version and is listed newest first', async () => {
    const { path } = await SalesWorkbook.make(api);
    const first = await api.post(`${path}/snapshots`, { summary: 'As received' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      summary: 'As received',
      event_type: 'transform',
      label: null,
      automatic: false,
      tables: [{ name: 'sales', edit_version: 1, row_count: 3, state: 'active' }],
    });
    await update(path, { __svc_row_id: 1, amount: 11 });
    await pin(path, 'may');
    const { body } = await api.get(`${path}/snapshots?limit=1`);
    expect(body.snapshots).toMatchObject([{ label: 'may', tables: [{ edit_version: 2 }] }]);
    const next = await api.get(`${path}/snapshots?cursor=${body.next_cursor}`);
    expect(next.body.snapshots).toMatchObject([{ summary: 'As received' }]);
  });

  test('is read by its id, and a version by its label', async () => {
    const { path } = await SalesWorkbook.make(api);
    const { body: snapshot } = await api.post(`${path}/snapshots`, { summary: 'As received' });
    await update(path, { __svc_row_id: 1, amount: 11 });
    const version = await pin(path, '5月 / final');
    const found = await api.get(`${path}/snapshots/${snapshot.id}`);
    expect([found.status, found.body]).toEqual([200, snapshot]);
    const labelled = await api.get(`${path}/versions/${encodeURIComponent('5月 / final')}`);
    expect([labelled.status, labelled.body]).toEqual([200, version]);
    const { body } = await api.get(`${path}/snapshots/${version.snapshot_id}`);
    expect(body).toMatchObject({ label: '5月 / final', tables: [{ name: 'sales', edit_version: 2 }] });
    const elsewhere = await api.workbook();
    for (const missing of [`snapshots/${snapshot.id}`, 'versions/june', `versions/${snapshot.id}`])
      expect((await api.get(`${elsewhere}/${missing}`)).status).toBe(404);
  });

  test('is audited', async () => {
    const { path } = await SalesWorkbook.make(api);
    const { snapshot_id } = await pin(path, 'may');
    const { body } = await api.get(`${path}/audit-log`);
    expect(body.entries).toContainEqual(
      expect.objectContaining({ action: 'snapshot.committed', target: snapshot_id }),
    );
  });
});

describe('a label', () => {
  test('belongs to one version of a workbook', async () => {
    const { path } = await SalesWorkbook.make(api);
    await pin(path, 'may');
    const again = await api.post(`${path}/versions`, { label: 'may' });
    expect([again.status, again.body.type]).toEqual([409, expect.stringContaining('label-in-use')]);
    for (const label of ['12', 'current', 'snp_1', ' '])
      expect((await api.post(`${path}/versions`, { label })).status, label).toBe(422);
    const { body } = await api.get(`${path}/versions`);
    expect(body.versions).toMatchObject([{ label: 'may', summary: 'As may' }]);
  });

  test('shows any table as it was, even if it was renamed or deleted since', async () => {
    const sales = await SalesWorkbook.make(api);
    const { path } = sales;
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 999 });
    await api.patch(`${path}/tables/sales`, { name: 'trade', expected_version: null });
    expect(await sales.cells('sales', '&as_of=may')).toEqual(SALES);
    await api.delete(`${path}/tables/trade?expected_version=null`);
    expect(await sales.cells('sales', '&as_of=may')).toEqual(SALES);
    const sum = await api.post(`${path}/query`, {
      sql: 'select sum(amount) as total from sales',
      as_of: 'may',
    });
    expect(sum.body.rows).toEqual([{ total: 22 }]);
    expect((await api.get(`${path}/tables/sales/rows?as_of=june`)).status).toBe(404);
  });
});

describe('a comparison', () => {
  test('lists tables, columns, rows and cells that differ', async () => {
    const { path } = await SalesWorkbook.make(api);
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 12 });
    await update(path, { region: 'west', product: 'tea', amount: 1 });
    await api.post(`${path}/tables/sales/rows/delete`, { row_ids: [2], expected_version: null });
    await api.patch(`${path}/tables/sales/columns/product`, { new_name: 'item', expected_version: null });
    await api.post(`${path}/tables`, { name: 'notes', columns: [{ name: 'text' }] });
    const { status, body } = await api.get(`${path}/versions/may/diff`);
    expect(status).toBe(200);
    const [table, added] = body.tables;
    expect(table).toMatchObject({
      name: 'sales',
      status: 'changed',
      columns: { added: [], removed: [], renamed: [{ from: 'product', to: 'item' }], retyped: [] },
      rows: { inserted: 1, deleted: 1, updated: 1 },
    });
    expect(table.cells).toContainEqual({ row_id: 1, change: 'update', column: 'amount', old: 10, new: 12 });
    expect(table.cells).toContainEqual({
      row_id: 2,
      change: 'delete',
      column: 'item',
      old: 'jam',
      new: null,
    });
    expect(table.cells).toContainEqual({
      row_id: 4,
      change: 'insert',
      column: 'region',
      old: null,
      new: 'west',
    });
    expect(added).toMatchObject({ name: 'notes', status: 'added', rows: { inserted: 0 } });
  });

  test('of two labels works across a retyped column, backwards too', async () => {
    const { path } = await SalesWorkbook.make(api);
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 12 });
    await api.patch(`${path}/tables/sales/columns/amount`, { type: 'VARCHAR', expected_version: null });
    await pin(path, 'june');
    const { body } = await api.get(`${path}/versions/june/diff?against=may`);
    expect(body.tables[0]).toMatchObject({
      columns: { retyped: [{ column: 'amount', from: 'VARCHAR', to: 'BIGINT' }] },
      rows: { inserted: 0, deleted: 0, updated: 1 },
      cells: [{ row_id: 1, change: 'update', column: 'amount', old: '12', new: 10 }],
    });
  });
});

describe('a restore', () => {
  test('gives back content, names and columns, and can itself be restored', async () => {
    const sales = await SalesWorkbook.make(api);
    const { path } = sales;
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 999 });
    await api.post(`${path}/tables/sales/rows/delete`, { row_ids: [2], expected_version: null });
    await api.delete(`${path}/tables/sales/columns/product?expected_version=null`);
    await api.patch(`${path}/tables/sales`, { name: 'trade', expected_version: null });
    const dry = await revert(path, 'may', '?dry_run=true');
    expect([dry.dry_run, dry.op_id, actions(dry)]).toEqual([true, null, { sales: 'restored' }]);
    expect(dry.tables[0].changes).toMatchObject({ rows: { inserted: 1, deleted: 0, updated: 1 } });
    expect((await api.get(`${path}/tables/sales`)).status).toBe(404);
    const done = await revert(path, 'may');
    expect(await sales.cells('sales')).toEqual(SALES);
    await update(path, { __svc_row_id: 2, amount: 6 });
    const back = await api.post(`${path}/snapshots/${done.safety_snapshot_id}/restore`);
    expect(actions(back.body)).toEqual({ trade: 'restored' });
    expect(await sales.cells('trade')).toEqual(['north 999', 'south 7']);
  });

  test('compares and gives back thousands of edited rows, with those that came and went', async () => {
    const path = await api.workbook();
    const lines = Array.from({ length: 6000 }, (_, i) => `name ${i},${i},${i / 4},2026-01-0${(i % 9) + 1}`);
    await api.upload(
      `${path}/sources`,
      { name: 'stock.csv', content: ['name,qty,price,day', ...lines].join('\n') },
      { structuring: 'skip' },
    );
    const rows = `${path}/tables/stock/rows`;
    const all = async () => {
      const sql = 'select __svc_row_id as id, * exclude (__svc_row_id) from stock order by 1';
      return (await api.post(`${path}/query`, { sql, limit: 10_000 })).body.rows;
    };
    const before = await all();
    await pin(path, 'before');
    const edited = Array.from({ length: 5500 }, (_, i) => ({
      __svc_row_id: i + 1,
      qty: -i,
      ...(i % 2 === 0 && { price: null, day: '1999-12-31' }),
    }));
    expect((await api.post(`${rows}/upsert`, { rows: edited, expected_version: null })).status).toBe(200);
    await api.post(`${rows}/upsert`, { rows: [{ name: 'new' }, { name: 'newer' }], expected_version: null });
    const gone = Array.from({ length: 50 }, (_, i) => i + 1);
    expect((await api.post(`${rows}/delete`, { row_ids: gone, expected_version: null })).status).toBe(200);

    const { body: diff } = await api.get(`${path}/versions/before/diff`);
    expect(diff.tables).toMatchObject([{ rows: { inserted: 2, deleted: 50, updated: 5450 } }]);
    expect([diff.truncated, diff.tables[0].cells.length]).toEqual([true, 10_000]);

    await revert(path, 'before');
    expect(await all()).toEqual(before);
    const { body: same } = await api.get(`${path}/versions/before/diff`);
    expect(same.tables).toMatchObject([
      { status: 'unchanged', rows: { inserted: 0, deleted: 0, updated: 0 } },
    ]);
  });

  test('gives back thousands of edited rows exactly, whatever they hold', async () => {
    const path = await api.workbook();
    const values = {
      BIGINT: ['9223372036854775807', '-9223372036854775808', null],
      'DECIMAL(38,10)': ['1234567890123456789012345678.1234567891', '-0.0000000001', null],
      DOUBLE: [5e-324, 1e300, 0.1],
      TIMESTAMP: ['2026-01-01T10:00:00.123456', '0001-01-01T00:00:00', null],
      JSON: [{ a: [1, null, 'x'] }, 'text', null],
      VARCHAR: ['', 'null', null],
    };
    const columns = Object.keys(values).map((type, i) => ({ name: `c${i}`, type }));
    await api.post(`${path}/tables`, { name: 'odd', columns });
    const row = (n: number) =>
      Object.fromEntries(Object.values(values).map((some, i) => [`c${i}`, some[(n + i) % 3]]));
    const rows = `${path}/tables/odd/rows`;
    const write = (shift: number, idOf: (i: number) => object) =>
      api.post(`${rows}/upsert`, {
        rows: Array.from({ length: 5500 }, (_, i) => ({ ...row(i + shift), ...idOf(i) })),
        expected_version: null,
      });
    const all = async () => (await api.get(`${rows}?limit=10000`)).body.rows;
    await write(0, () => ({}));
    const before = await all();
    await pin(path, 'odd');
    await write(1, (i) => ({ __svc_row_id: i + 1 }));
    expect(await all()).not.toEqual(before);
    await revert(path, 'odd');
    expect(await all()).toEqual(before);
  });

  test('revives deleted tables under their id and archives newer ones', async () => {
    const sales = await SalesWorkbook.make(api);
    const { path } = sales;
    const { id } = (await api.get(`${path}/tables/sales`)).body;
    await pin(path, 'may');
    await api.delete(`${path}/sources/sales.csv?cascade=true`);
    await api.post(`${path}/tables`, { name: 'sales', columns: [{ name: 'other' }] });
    const done = await revert(path, 'may');
    expect(actions(done)).toEqual({ sales: 'revived', sales_2: 'archived' });
    expect((await api.get(`${path}/tables/sales`)).body).toMatchObject({ id, state: 'active', row_count: 3 });
    expect(await sales.cells('sales')).toEqual(SALES);
    const added = await update(path, { region: 'west', product: 'tea', amount: 1 });
    expect(added.body).toMatchObject({ row_ids: [4] });
  });

  test('runs the transforms again, also those that were deleted or changed', async () => {
    const sales = await SalesWorkbook.make(api);
    const { path } = sales;
    await sales.create(byRegion);
    await sales.create(large);
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 1 });
    await sales.recompute();
    await api.delete(`${path}/tables/by_region?cascade=true&expected_version=null`);
    const done = await revert(path, 'may');
    expect(actions(done)).toEqual({
      sales: 'restored',
      by_region: 'recomputed',
      large_regions: 'recomputed',
    });
    expect(await sales.cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
    expect(await sales.cells('large_regions')).toEqual(['north 15']);
    await update(path, { __svc_row_id: 1, amount: 2 });
    expect(await sales.isStale('large_regions')).toBe(true);
  });

  test('leaves a derived table that cannot be computed with its old content, stale, and says why', async () => {
    const sales = await SalesWorkbook.make(api);
    const { path } = sales;
    await sales.create(byRegion);
    const broken = { ...byRegion, code: 'select region, cast(product as integer) as total from {{ sales }}' };
    const changed = await api.put(sales.transformPath(byRegion), { ...broken, run: false });
    expect(changed.status).toBe(200);
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, amount: 1 });
    const done = await revert(path, 'may');
    expect(done.tables[1]).toMatchObject({ name: 'by_region', action: 'failed', error: expect.any(String) });
    expect(await sales.cells('by_region')).toEqual(['north 15 2', 'south 7 1']);
    expect(await sales.isStale('by_region')).toBe(true);
  });

  test('needs the right to delete, and never loosens rights', async () => {
    const { path } = await SalesWorkbook.make(api);
    const session = await service.signIn();
    await pin(path, 'may');
    await update(path, { __svc_row_id: 1, product: 'coffee', amount: 999 });
    await session.post(`${path}/tables/sales/columns/amount/tags`, { tag: 'pay' });
    await session.put(`${path}/policies/pay`, { role: '*', effect: 'mask' });
    const editor = await session.mint(['workbooks:write']);
    expect((await editor.post(`${path}/versions/may/revert`)).status).toBe(403);
    const { body: diff } = await api.get(`${path}/versions/may/diff`);
    expect(diff.tables[0].cells).toEqual([
      { row_id: 1, change: 'update', column: 'product', old: 'tea', new: 'coffee' },
    ]);
    await revert(path, 'may');
    const { body } = await api.get(`${path}/tables/sales/rows`);
    expect(body.rows[0]).toMatchObject({ product: 'tea', amount: null });
  });
});
