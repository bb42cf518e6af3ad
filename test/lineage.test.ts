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

describe('lineage', () => {
  test('connects the file to the last table, by table and by column', async () => {
    await sales.create(byRegion);
    await sales.create(large);
    const { body } = await api.get(`${sales.path}/lineage?level=column`);
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
      ({ from, to }: Record<'from' | 'to', { table: string; column: string | null }>) =>
        `${name.get(from.table)}.${from.column}>${name.get(to.table)}.${to.column ?? 'rows'}`,
    );
    expect(columnEdges.sort()).toEqual([
      'by_region.region>large_regions.region',
      'by_region.total>large_regions.rows',
      'by_region.total>large_regions.total',
      'sales.amount>by_region.total',
      'sales.region>by_region.region',
      'sales.region>by_region.rows',
    ]);
  });

  test('of one table shows its inputs and its downstream tables', async () => {
    await sales.create(byRegion);
    await sales.create(large);
    await sales.create({
      ...large,
      name: 'apart',
      code: 'select 1 as one',
      args: {},
      output: 'apart',
      key: null,
    });
    const { body } = await api.get(`${sales.path}/tables/by_region/lineage`);
    const names = body.nodes.map((node: { name: string }) => node.name);
    expect(names.sort()).toEqual(
      ['by_region', 'large regions', 'large_regions', 'sales', 'sales.csv', 'sum by region'].sort(),
    );
    expect(body.column_edges).toEqual([]);
  });
});
