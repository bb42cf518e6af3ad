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

describe('freshness', () => {
  beforeEach(async () => {
    await sales.create(byRegion);
    await sales.create(large);
  });

  test('states why a table is stale', async () => {
    await sales.add({ region: 'north', product: 'tea', amount: 1 });
    const because = async (table: string) =>
      (await api.get(`${sales.path}/tables/${table}`)).body.freshness.because;
    expect(await because('by_region')).toEqual([
      { reason: 'input_changed', table: 'sales', read_version: 1, edit_version: 2 },
    ]);
    expect(await because('large_regions')).toMatchObject([{ reason: 'input_stale', table: 'by_region' }]);
    await api.put(`${sales.path}/transforms/large%20regions`, {
      ...large,
      code: 'select region, total from {{ regions }} where total > 9',
      run: false,
    });
    expect(await because('large_regions')).toMatchObject([
      { reason: 'definition_changed', table: null },
      { reason: 'input_stale' },
    ]);
    const { body } = await api.get(`${sales.path}/tables`);
    const stale = body.artifacts.filter(
      ({ freshness }: { freshness: { stale: boolean } }) => freshness.stale,
    );
    expect(stale.map(({ name }: { name: string }) => name)).toEqual(['by_region', 'large_regions']);
  });

  test('an edit marks downstream tables as stale, and recompute runs each once, in order', async () => {
    const edited = await sales.add({ region: 'east', amount: 9 });
    expect(edited.body.stale.sort()).toEqual(['by_region', 'large_regions']);
    expect(await sales.isStale('large_regions')).toBe(true);
    expect((await sales.rowsOf('by_region')).freshness.stale).toBe(true);
    expect(await sales.cells('large_regions')).toEqual(['north 15']);

    const planned = await sales.recompute('?dry_run=true');
    expect(planned.body.would_recompute.map(({ table }: { table: string }) => table).sort()).toEqual([
      'by_region',
      'large_regions',
    ]);
    const { body } = await sales.recompute();
    expect(body).toMatchObject({
      recomputed: [{ table: 'by_region' }, { table: 'large_regions' }],
      failed: [],
      skipped: [],
      skipped_reports: [],
    });
    expect(await sales.cells('large_regions')).toEqual(['east 9', 'north 15']);
    expect(await sales.isStale('large_regions')).toBe(false);
    expect((await sales.recompute()).body.recomputed).toEqual([]);
  });

  test('running a transform first refreshes its inputs, then its downstream tables', async () => {
    await sales.add({ region: 'east', amount: 9 });
    const { body } = await api.post(`${sales.transformPath(large)}/run`);
    expect(body.freshness.stale).toBe(false);
    expect(body.recomputed).toMatchObject([{ table: 'by_region' }]);
    expect(await sales.cells('large_regions')).toEqual(['east 9', 'north 15']);

    await sales.add({ region: 'west', amount: 20 });
    const upstream = await api.post(`${sales.transformPath(byRegion)}/run`);
    expect(upstream.body.recomputed).toMatchObject([{ table: 'large_regions' }]);
    expect(await sales.cells('large_regions')).toEqual(['east 9', 'north 15', 'west 20']);
  });

  test('a run over the same inputs changes nothing', async () => {
    const { body } = await api.post(`${sales.transformPath(byRegion)}/run`);
    expect(body).toMatchObject({ run: null, edit_version: 1, unchanged: [{ table: 'large_regions' }] });
  });

  test('a failure downstream leaves that table and those after it stale, with the cause', async () => {
    await sales.create({
      name: 'strict',
      kind: 'sql',
      code: "select region, case when region = 'east' then region::integer else 1 end as n from {{ r }}",
      args: { r: 'by_region' },
      output: 'strict',
    });
    await sales.create({
      name: 'last',
      kind: 'sql',
      code: 'select * from {{ s }}',
      args: { s: 'strict' },
      output: 'last',
    });
    await sales.add({ region: 'east', amount: 9 });
    const { body } = await sales.recompute();
    expect(body).toMatchObject({
      failed: [{ transform: 'strict', table: 'strict', error: { type: '/problems/sql-failed' } }],
      skipped: [{ transform: 'last', table: 'last', because: 'strict' }],
    });
    expect(body.recomputed.map(({ table }: { table: string }) => table)).toEqual([
      'by_region',
      'large_regions',
    ]);
    expect([
      await sales.isStale('strict'),
      await sales.isStale('last'),
      await sales.isStale('large_regions'),
    ]).toEqual([true, true, false]);
    expect(await sales.cells('strict')).toEqual(['north 1', 'south 1']);
    expect((await api.post(`${sales.path}/transforms/last/run`)).body).toMatchObject({
      status: 422,
      table: 'strict',
    });
  });

  test('an earlier version keeps its content', async () => {
    await sales.add({ region: 'east', amount: 9 });
    await sales.recompute();
    expect(await sales.cells('by_region', '&as_of=1')).toEqual(['north 15 2', 'south 7 1']);
    expect(await sales.cells('by_region', '&as_of=2')).toEqual(['east 9 1', 'north 15 2', 'south 7 1']);
  });
});
