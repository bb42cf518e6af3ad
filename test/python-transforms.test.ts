import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { large, SalesWorkbook } from './support/sales-workbook.js';
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

describe('a Python transform', () => {
  const doubled = {
    name: 'doubled',
    kind: 'python',
    code: 'rows = []\nfor row in {{ sales }}:\n  rows.append({"product": row["product"], "twice": row["amount"] * 2})\noutput = rows',
    args: { sales: 'sales' },
    output: 'doubled',
  };

  test('derives a table, feeds SQL, becomes stale and is recomputed', async () => {
    const { status, body } = await sales.create(doubled);
    expect([status, body.row_count]).toEqual([201, 3]);
    expect(await sales.cells('doubled')).toEqual(['jam 10', 'tea 14', 'tea 20']);
    await sales.create({
      ...large,
      code: 'select product, sum(twice) as total from {{ d }} group by product',
      args: { d: 'doubled' },
      key: ['product'],
    });
    await sales.add({ product: 'jam', amount: 1 });
    await sales.recompute();
    expect(await sales.cells('large_regions')).toEqual(['jam 12', 'tea 34']);
    const { column_edges } = (await api.get(`${sales.path}/tables/doubled/lineage?level=column`)).body;
    expect(column_edges).toContainEqual(expect.objectContaining({ exact: false }));
  });

  test('reports its errors with the line in the code', async () => {
    const body = await sales.refused({
      ...doubled,
      code: 'x = 1\noutput = [row["nothing"] for row in {{ sales }}]',
    });
    expect(body).toMatchObject({ type: '/problems/python-failed', line: 2, failure: 'exception' });
    await sales.refused({ ...doubled, code: 'output = 5 if {{ sales }} else 6' });
    await sales.refused({ ...doubled, key: ['product'] });
  });
});
