import { read } from '@e965/xlsx';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

/** A table `orders` with two rows and a formula column `total`, at version 3. */
async function orders(formula = '=[qty]*[price]'): Promise<string> {
  const workbook = await api.workbook();
  const columns = [{ name: 'item' }, { name: 'qty', type: 'BIGINT' }, { name: 'price', type: 'DOUBLE' }];
  await api.post(`${workbook}/tables`, { name: 'orders', columns });
  const rows = [
    { item: 'a', qty: 2, price: 1.5 },
    { item: 'b', qty: 3, price: 4 },
  ];
  await api.post(`${workbook}/tables/orders/rows/upsert`, { rows, expected_version: 1 });
  const set = await api.put(`${workbook}/tables/orders/formulas`, {
    column: 'total',
    formula,
    expected_version: 2,
  });
  expect(set.status).toBe(200);
  return workbook;
}

const totals = async (workbook: string, query = '') =>
  (await api.get(`${workbook}/tables/orders/rows${query}`)).body.rows.map(
    (row: { total: unknown }) => row.total,
  );

const upsert = (workbook: string, row: object) =>
  api.post(`${workbook}/tables/orders/rows/upsert`, { rows: [row], expected_version: null });

test('a formula column is computed for every row and updated in the same version as its inputs', async () => {
  const workbook = await orders();
  expect(await totals(workbook)).toEqual([3, 12]);
  const { body } = await upsert(workbook, { __svc_row_id: 1, qty: 10 });
  expect(await totals(workbook)).toEqual([15, 12]);
  expect(body.edit_version).toBe(4);
  await upsert(workbook, { item: 'c', qty: 1, price: 7 });
  expect(await totals(workbook)).toEqual([15, 12, 7]);
  expect(await totals(workbook, '?as_of=3')).toEqual([3, 12]);
  await api.post(`${workbook}/ops/${body.op_id}/undo`);
  expect(await totals(workbook)).toEqual([3, 12, 7]);
});

test('a formula may use the result of another, and survives a rename', async () => {
  const workbook = await orders();
  const table = `${workbook}/tables/orders`;
  await api.put(`${table}/formulas`, {
    column: 'label',
    formula: '=UPPER([item]) & ": " & TEXT([total], "0.00")',
    expected_version: 3,
  });
  await api.patch(`${table}/columns/qty`, { new_name: 'count', expected_version: 4 });
  await upsert(workbook, { __svc_row_id: 1, count: 4 });
  const { rows, columns } = (await api.get(`${table}/rows`)).body;
  expect(rows[0]).toMatchObject({ count: 4, total: 6, label: 'A: 6.00' });
  expect(columns.find((column: { name: string }) => column.name === 'total').formula).toBe(
    '=[count]*[price]',
  );
});

test('an error is an empty cell, and disappears when its inputs are corrected', async () => {
  const workbook = await orders('=[price]/[qty]');
  await upsert(workbook, { __svc_row_id: 2, qty: 0 });
  expect(await totals(workbook)).toEqual([0.75, null]);
  await upsert(workbook, { __svc_row_id: 2, qty: 8 });
  expect(await totals(workbook)).toEqual([0.75, 0.5]);
});

test('an exported spreadsheet shows which error it was', async () => {
  const workbook = await orders('=[price]/[qty]');
  await upsert(workbook, { __svc_row_id: 2, qty: 0 });
  const { bytes } = await api.post(`${workbook}/export`, { include_row_ids: false });
  const sheet = read(bytes).Sheets.orders ?? {};
  expect(sheet.D2).toMatchObject({ t: 'n', v: 0.75 });
  expect(sheet.D3).toMatchObject({ t: 'e', w: '#DIV/0!' });
});

test('writing into a formula column is refused until it is frozen', async () => {
  const workbook = await orders();
  const refused = await upsert(workbook, { __svc_row_id: 1, total: 99 });
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toContain('computed by a formula');
  await api.put(`${workbook}/tables/orders/formulas`, {
    column: 'total',
    formula: null,
    expected_version: 3,
  });
  expect((await upsert(workbook, { __svc_row_id: 1, total: 99, qty: 5 })).status).toBe(200);
  expect(await totals(workbook)).toEqual([99, 12]);
});

test.each([
  ['a syntax error', '=[qty]*', /formula/i],
  ['an unknown column', '=[quantity]', /qty/],
  ['an unknown function', '=SYSTEM("x")', /SYSTEM/],
  ['a circle', '=[total]+1', /total/],
])('%s is refused with the reason', async (_, formula, message) => {
  const workbook = await orders();
  const { status, body } = await api.put(`${workbook}/tables/orders/formulas`, {
    column: 'total',
    formula,
    expected_version: 3,
  });
  expect(status).toBe(422);
  expect(`${body.detail} ${body.suggested_fix}`).toMatch(message);
});

test('a column that a formula uses can be neither dropped nor retyped', async () => {
  const workbook = await orders();
  const column = `${workbook}/tables/orders/columns/qty`;
  expect((await api.delete(`${column}?expected_version=3`)).status).toBe(409);
  expect((await api.patch(column, { type: 'VARCHAR', expected_version: 3 })).status).toBe(409);
  expect((await api.delete(`${workbook}/tables/orders/columns/total?expected_version=3`)).status).toBe(200);
  expect((await api.delete(`${column}?expected_version=4`)).status).toBe(200);
});
