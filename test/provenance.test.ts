import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, formatted } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
});

async function uploaded(name: string, content: string | Uint8Array, structuring = 'skip'): Promise<string> {
  const workbook = await api.workbook();
  const { status, body } = await api.upload(`${workbook}/sources`, { name, content }, { structuring });
  expect([status, body.structuring]).toEqual([201, structuring === 'auto' ? 'structured' : 'skipped']);
  return workbook;
}

const provenance = (table: string, rowId: number) => api.get(`${table}/rows/${rowId}/provenance`);

interface Cell {
  column: string;
  source: string | null;
  sheet: string | null;
  cell: string | null;
  raw_value: unknown;
}

/** Each column with its cell in the file and the raw value there. */
const cellsOf = async (table: string, rowId: number) => {
  const { status, body } = await provenance(table, rowId);
  expect(status).toBe(200);
  return body.cells.map(({ column, cell, raw_value }: Cell) => [column, cell, raw_value]);
};

const MENU = 'dish;price\nsoup;1.200,50\n\ntea;3,00\n';

describe('the provenance of a row in a table without structuring', () => {
  test('shows the cells of a csv file, as written in the file', async () => {
    const workbook = await uploaded('menu.csv', MENU);
    const { body } = await provenance(`${workbook}/tables/menu`, 1);
    const from = { source: 'menu.csv', sheet: 'menu' };
    expect(body).toEqual({
      row_id: 1,
      edit_version: 1,
      cells: [
        { column: 'dish', ...from, cell: 'A2', raw_value: 'soup' },
        { column: 'price', ...from, cell: 'B2', raw_value: '1.200,50' },
      ],
    });
    expect((await provenance(`${workbook}/artifacts/menu`, 1)).body).toEqual(body);
    expect(await cellsOf(`${workbook}/tables/menu`, 2)).toEqual([
      ['dish', 'A4', 'tea'],
      ['price', 'B4', '3,00'],
    ]);
  });

  test.each(['xlsx', 'xls', 'ods'])('shows the cells of a sheet of an %s file', async (format) => {
    const sheets = {
      First: [['other'], ['x']],
      Second: [[], [null, 'day', 'open'], [null, formatted(46_027, 'yyyy/mm/dd'), true], [null, null, false]],
    };
    const workbook = await uploaded(`shop.${format}`, book(format, sheets));
    const table = `${workbook}/tables/Second`;
    expect(await cellsOf(table, 1)).toEqual([
      ['day', 'B3', '2026-01-05'],
      ['open', 'C3', true],
    ]);
    expect(await cellsOf(table, 2)).toEqual([
      ['day', 'B4', null],
      ['open', 'C4', false],
    ]);
    expect((await provenance(table, 1)).body.cells[0]).toMatchObject({
      source: `shop.${format}`,
      sheet: 'Second',
    });
  });

  test('survives edits and renames; rows and columns added later have none', async () => {
    const table = `${await uploaded('menu.csv', MENU)}/tables/menu`;
    const expected_version = null;
    await api.post(`${table}/rows/upsert`, {
      rows: [{ __svc_row_id: 2, dish: 'green tea' }, { dish: 'cake' }],
      expected_version,
    });
    await api.post(`${table}/columns`, { column: 'hot', type: 'BOOLEAN', default: true, expected_version });
    await api.patch(`${table}/columns/dish`, { new_name: 'item', expected_version });
    expect(await cellsOf(table, 2)).toEqual([
      ['item', 'A4', 'tea'],
      ['price', 'B4', '3,00'],
      ['hot', null, null],
    ]);
    const { body } = await provenance(table, 3);
    expect(body.edit_version).toBe(4);
    const nowhere = { source: null, sheet: null, cell: null, raw_value: null };
    expect(body.cells[0]).toEqual({ column: 'item', ...nowhere });
    expect(await cellsOf(table, 3)).toEqual([
      ['item', null, null],
      ['price', null, null],
      ['hot', null, null],
    ]);
  });
});

test('the provenance of a row in a structured table shows the cells that it was made from', async () => {
  const report = [
    'Sales by region,,',
    ',,',
    'Region,Manager,Qty',
    'North,Ann,"1,000"',
    'South,Bo,(20)',
    'Total,,980',
  ].join('\n');
  const workbook = await uploaded('report.csv', report, 'auto');
  const table = `${workbook}/tables/report`;
  const { rows } = (await api.get(`${table}/rows`)).body;
  expect(rows[1]).toMatchObject({ Region: 'South', Qty: -20 });
  expect(await cellsOf(table, rows[1].__svc_row_id)).toEqual([
    ['Region', 'A5', 'South'],
    ['Manager', 'B5', 'Bo'],
    ['Qty', 'C5', '(20)'],
  ]);
  await api.post(`${table}/rows/upsert`, { rows: [{ Region: 'East' }], expected_version: null });
  const inserted = (await api.get(`${table}/rows?order_by=-__svc_row_id`)).body.rows[0].__svc_row_id;
  expect((await cellsOf(table, inserted))[0]).toEqual(['Region', null, null]);
});

test('a row of a table without a file has no cells', async () => {
  const workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 'stock', columns: [{ name: 'qty', type: 'BIGINT' }] });
  await api.post(`${workbook}/tables/stock/rows/upsert`, { rows: [{ qty: 2 }], expected_version: 1 });
  expect(await cellsOf(`${workbook}/tables/stock`, 1)).toEqual([['qty', null, null]]);
});

test('rows that do not exist are not found', async () => {
  const table = `${await uploaded('menu.csv', MENU)}/tables/menu`;
  expect((await provenance(table, 3)).status).toBe(404);
  await api.post(`${table}/rows/delete`, { row_ids: [1], expected_version: 1 });
  expect((await provenance(table, 1)).status).toBe(404);
  expect((await provenance(table, 0)).status).toBe(422);
});
