import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;

const SALES = 'region,product,amount\nnorth,tea,10.50\nnorth,jam,5.00\nsouth,tea,7.25\nwest,tea,1.00\n';
const REGIONS = 'region,manager\nnorth,Ann\nsouth,Bob\n';

const byRegion = {
  name: 'by region',
  kind: 'sql',
  code: `select s.region, r.manager, sum(s.amount) as total, count(*) as sales
from {{ sales }} s left join {{ regions }} r on s.region = r.region
group by s.region, r.manager`,
  args: { sales: 'sales', regions: 'regions' },
  output: 'by_region',
  key: ['region'],
};

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
});

beforeEach(async () => {
  workbook = await api.workbook();
  const upload = (name: string, content: string) =>
    api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
  await upload('sales.csv', SALES);
  await upload('regions.csv', REGIONS);
});

async function derive(definition: object): Promise<void> {
  const { status, body } = await api.post(`${workbook}/transforms`, definition);
  expect([status, body.detail]).toEqual([201, undefined]);
}

const sql = (output: string, code: string, args: Record<string, string>, key?: string[]) =>
  derive({ name: output, kind: 'sql', code, args, output, ...(key && { key }) });

async function rowId(table: string, isIt: (row: Record<string, unknown>) => boolean): Promise<number> {
  const { body } = await api.get(`${workbook}/tables/${table}/rows?limit=1000`);
  const row = (body.rows as Record<string, unknown>[]).find(isIt);
  return row?.__svc_row_id as number;
}

interface Cell {
  table?: string;
  column: string;
  row_id?: number | null;
  cell: string | null;
  raw_value: unknown;
  derived_from?: Cell[];
  exact?: boolean;
  truncated?: boolean;
}

interface Traced {
  cells: Cell[];
  inputs: { table: string; row_ids: number[] | null; total: number | null; truncated: boolean }[];
}

async function provenance(table: string, id: number): Promise<Traced> {
  const { status, body } = await api.get(`${workbook}/tables/${table}/rows/${id}/provenance`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}

/** The provenance of a cell as text: tables and columns down to cells of files. */
function pathOf({ derived_from, cell, raw_value }: Cell): string {
  if (!derived_from) return cell === null ? '-' : `${cell}=${raw_value}`;
  return derived_from.map((one) => `${one.table}.${one.column}(${pathOf(one)})`).join(' ');
}

const paths = ({ cells }: Traced) => Object.fromEntries(cells.map((cell) => [cell.column, pathOf(cell)]));
const exactness = ({ cells }: Traced) =>
  Object.fromEntries(cells.map(({ column, exact }) => [column, exact]));

describe('a row of a derived table', () => {
  test('is traced through a join and a group to the cells of both files', async () => {
    await derive(byRegion);
    const north = await provenance('by_region', await rowId('by_region', ({ region }) => region === 'north'));
    expect(paths(north)).toEqual({
      region: 'sales.region(A2=north) sales.region(A3=north)',
      manager: 'regions.manager(B2=Ann)',
      total: 'sales.amount(C2=10.50) sales.amount(C3=5.00)',
      sales: '',
    });
    expect(north.inputs).toMatchObject([
      { table: 'sales', row_ids: [1, 2], total: 2, truncated: false },
      { table: 'regions', row_ids: [1], total: 1, truncated: false },
    ]);
    expect(exactness(north)).toEqual({ region: true, manager: true, total: true, sales: true });
    expect(north.cells[2]).toMatchObject({
      ...{ column: 'total', source: null, cell: null, truncated: false },
      derived_from: [
        { table: 'sales', edit_version: 1, column: 'amount', row_id: 1, source: 'sales.csv', sheet: 'sales' },
        { row_id: 2 },
      ],
    });
    const west = await provenance('by_region', await rowId('by_region', ({ region }) => region === 'west'));
    expect(paths(west)).toMatchObject({ manager: '', total: 'sales.amount(C5=1.00)' });
  });

  test('is traced through a chain of transforms', async () => {
    await derive(byRegion);
    await sql('large', 'select region, total * 2 as twice from {{ r }} where total > 8', { r: 'by_region' });
    const traced = await provenance('large', await rowId('large', ({ region }) => region === 'north'));
    expect(paths(traced)).toEqual({
      region: 'by_region.region(sales.region(A2=north) sales.region(A3=north))',
      twice: 'by_region.total(sales.amount(C2=10.50) sales.amount(C3=5.00))',
    });
    expect(traced.cells[1]?.derived_from?.[0]).toMatchObject({ exact: true, truncated: false });
  });

  test('keeps the provenance of its last run when its inputs change', async () => {
    await derive(byRegion);
    const north = await rowId('by_region', ({ region }) => region === 'north');
    await api.post(`${workbook}/tables/sales/rows/delete`, { row_ids: [2], expected_version: 1 });
    const [before] = (await provenance('by_region', north)).inputs;
    expect(before).toMatchObject({ row_ids: [1, 2], edit_version: 1 });
    await api.post(`${workbook}/recompute`, {});
    const [after] = (await provenance('by_region', north)).inputs;
    expect(after).toMatchObject({ row_ids: [1], edit_version: 2 });
  });

  test('is not traced to cells of a file that was replaced since, until it is recomputed', async () => {
    await derive(byRegion);
    const south = await rowId('by_region', ({ region }) => region === 'south');
    const content = SALES.replace('north,jam,5.00\n', '');
    const path = `${workbook}/sources/sales.csv/revise`;
    expect((await api.upload(path, { name: 'sales.csv', content })).status).toBe(200);
    expect(paths(await provenance('by_region', south))).toMatchObject({
      manager: 'regions.manager(B3=Bob)',
      total: 'sales.amount(-)',
    });
    await api.post(`${workbook}/recompute`, {});
    expect(paths(await provenance('by_region', south)).total).toBe('sales.amount(C3=7.25)');
  });

  test('has its own provenance among equal rows', async () => {
    await sql('products', 'select product from {{ s }} order by amount desc', { s: 'sales' });
    const { body } = await api.get(`${workbook}/tables/products/rows`);
    const rows = body.rows as { product: string; __svc_row_id: number }[];
    const teas = rows.filter(({ product }) => product === 'tea');
    const origins = await Promise.all(
      teas.map(async (row) => paths(await provenance('products', row.__svc_row_id)).product),
    );
    expect(origins.sort()).toEqual([
      'sales.product(B2=tea)',
      'sales.product(B4=tea)',
      'sales.product(B5=tea)',
    ]);
  });

  test('that does not exist is not found', async () => {
    await derive(byRegion);
    const { status } = await api.get(`${workbook}/tables/by_region/rows/12345/provenance`);
    expect(status).toBe(404);
  });
});

describe('inexact provenance is marked as such', () => {
  test('for a window: the row itself is known, the others of the partition are not', async () => {
    const code = 'select product, amount, sum(amount) over () as all_of_it from {{ s }}';
    await sql('shares', code, { s: 'sales' });
    const traced = await provenance('shares', await rowId('shares', ({ product }) => product === 'jam'));
    expect(paths(traced)).toMatchObject({
      amount: 'sales.amount(C3=5.00)',
      all_of_it: 'sales.amount(C3=5.00)',
    });
    expect(exactness(traced)).toEqual({ product: true, amount: true, all_of_it: false });
  });

  test('for a subquery in an expression: its rows are not known', async () => {
    const code = 'select product, (select count(manager) from {{ r }}) as managers from {{ s }}';
    await sql('counted', code, { s: 'sales', r: 'regions' });
    const traced = await provenance('counted', await rowId('counted', ({ product }) => product === 'jam'));
    expect(paths(traced)).toEqual({ product: 'sales.product(B3=jam)', managers: 'regions.manager(-)' });
    expect(exactness(traced)).toEqual({ product: true, managers: false });
    expect(traced.cells[1]?.derived_from?.[0]?.row_id).toBeNull();
  });

  test('for a pivot: columns are known, rows are not', async () => {
    const code =
      "pivot (select region, product, amount from {{ s }}) on product in ('tea', 'jam') using sum(amount)";
    await sql('wide', code, { s: 'sales' });
    const traced = await provenance('wide', await rowId('wide', ({ region }) => region === 'south'));
    expect(paths(traced)).toMatchObject({ region: 'sales.region(-)' });
    expect(exactness(traced)).toEqual({ region: false, tea: false, jam: false });
    expect(traced.inputs).toMatchObject([{ table: 'sales', row_ids: null, total: null, truncated: false }]);
  });
});

test('a Python result is traced to every column of its inputs, in unknown rows', async () => {
  const code = 'output = [{"manager": row["manager"].upper()} for row in {{ r }}]';
  await derive({ name: 'loud', kind: 'python', code, args: { r: 'regions' }, output: 'loud' });
  const traced = await provenance('loud', await rowId('loud', ({ manager }) => manager === 'ANN'));
  expect(paths(traced)).toEqual({ manager: 'regions.region(-) regions.manager(-)' });
  expect(exactness(traced)).toEqual({ manager: false });
});

test('provenance lists at most a thousand input rows, with their total number', async () => {
  await sql('many', 'select n from range(3000) r(n), {{ r }} where region = $$north$$', { r: 'regions' });
  await sql('one', 'select sum(n) as total, max(n) as highest from {{ m }}', { m: 'many' });
  const { body } = await api.get(`${workbook}/tables/one/rows`);
  const traced = await provenance('one', body.rows[0].__svc_row_id);
  expect(traced.inputs).toMatchObject([{ total: 3000, truncated: true }]);
  expect(traced.inputs[0]?.row_ids).toHaveLength(1000);
  expect(traced.cells.map(({ derived_from, truncated }) => [derived_from?.length, truncated])).toEqual([
    [500, true],
    [500, true],
  ]);
});
