import { beforeAll, expect, test } from 'vitest';
import { Agent, type ToolResult } from './support/agent.js';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

/** What people ask of agents, done by tools alone: nothing here calls the API, except as the person who gave the errand. */

let service: CalledService;
let owner: Api;
let agent: Agent;
let workbook_id: string;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
});

const sales = 'region,month,amount\nNorth,2024-01,100\nSouth,2024-01,250\nNorth,2024-02,300\n';

/** A call that has to succeed at once. */
async function call(tool: string, input: object = {}): Promise<ToolResult['body']> {
  const { body, isError } = await agent.call(tool, { workbook_id, ...input });
  expect(isError ? body : undefined).toBeUndefined();
  return body;
}

/** An agent that has just made a workbook with the sales, and nothing else. */
async function withSales(): Promise<void> {
  agent = await Agent.connect(await owner.mint(['workbooks:write']), { name: 'Ledger bot' });
  workbook_id = (await agent.call('create_workbook', { title: 'Sales' })).body.id;
  await call('upload', { filename: 'sales.csv', content: sales, structuring: 'skip' });
}

const rowsOf = async (table = 'sales') => (await call('read_rows', { table })).rows;
const opened = (url: string) => service.anonymous.get(url.slice(service.url.length));

test('make a workbook, and put a file into it', async () => {
  await withSales();
  const { workbooks } = (await agent.call('list_workbooks')).body;
  expect(workbooks).toContainEqual(expect.objectContaining({ id: workbook_id, title: 'Sales' }));
  expect((await call('list_tables')).tables).toMatchObject([{ name: 'sales', row_count: 3 }]);
});

test('take back a file that was uploaded by mistake', async () => {
  await withSales();
  const { op_id } = await call('upload', { filename: 'wrong.csv', content: 'a\n1\n', structuring: 'skip' });
  await call('undo', { op_id });
  expect((await call('list_tables')).tables).toHaveLength(1);
});

test('send a file that is too large to be written into a call', async () => {
  await withSales();
  const { upload_id, upload_url } = await call('create_upload_slot', { filename: 'costs.csv' });
  const { pathname, search } = new URL(upload_url);
  await service.anonymous.put(pathname + search, new TextEncoder().encode('item,cost\nrent,10\n'));
  expect(await call('upload', { upload_id })).toMatchObject({ tables: [{ row_count: 1 }] });
});

test('correct how a file was read, with new tables in place of those before', async () => {
  await withSales();
  const sheet = book('xlsx', { Q1: [['Report'], [], ['Region', 'Sold'], ['Harbour', 10], ['Hill', 20]] });
  const file = { filename: 'q1.xlsx', content: sheet.toString('base64'), encoding: 'base64' };
  const { source, tables } = await call('upload', file);
  const made = tables.find(({ state }: { state: string }) => state === 'active').name;
  const { regions } = await call('read_parse_spec', { source });
  const { id } = regions.find(({ kind }: { kind: string }) => kind === 'data');
  await call('correct_parse_spec', { source, regions: [{ id, columns: [{ source: 'B', name: 'Tonnes' }] }] });
  await call('materialize', { source, regions: [id], replaces: [made] });
  expect(Object.keys((await rowsOf(made))[0])).toEqual(['Region', 'Tonnes', '__svc_row_id']);
});

test('edit a row, say who changed it, and take it back', async () => {
  await withSales();
  const [{ __svc_row_id: row_id }] = await rowsOf();
  const rows = [{ __svc_row_id: row_id, amount: 120 }];
  const { op_id } = await call('upsert_rows', { table: 'sales', rows, expected_version: 1 });
  const { changes } = await call('row_history', { table: 'sales', row_id });
  const { body: me } = await owner.get('/api/v1/me');
  expect(changes).toMatchObject([
    { user: me.user.name ?? me.user.email, actor: 'Ledger bot', old: { amount: 100 }, new: { amount: 120 } },
  ]);
  expect((await call('list_ops', { table: 'sales', limit: 1 })).ops).toMatchObject([
    { op_id, kind: 'rows.upsert', user: me.user.name ?? me.user.email },
  ]);
  await call('undo', { op_id });
  expect((await rowsOf())[0]).toMatchObject({ amount: 100 });
});

test('hand over a file to be edited, and merge it when it returns', async () => {
  await withSales();
  const { url } = await call('export', { tables: ['sales'], for_editing: true });
  const { headers, bytes } = await opened(url);
  const file = await ExportedFile.open(owner, workbook_id, headers, bytes);
  file.write(2, { amount: 111 });
  const content = Buffer.from(await file.bytes()).toString('base64');
  const given = { filename: 'sales.xlsx', content, encoding: 'base64' };
  expect(await call('merge_file', { ...given, dry_run: true })).toMatchObject({ dry_run: true });
  const { op_id, tables } = await call('merge_file', given);
  expect(tables).toMatchObject([{ name: 'sales', cells: 1 }]);
  expect((await rowsOf())[0]).toMatchObject({ amount: 111 });
  await call('undo', { op_id });
});

test("take in next month's version of a file", async () => {
  await withSales();
  const content = `${sales}South,2024-02,90\n`;
  const { body: refused } = await agent.call('upload', { workbook_id, filename: 'sales.csv', content });
  expect(refused.suggested_fix).toContain('call `revise_source` with source "sales.csv"');
  const given = { source: 'sales.csv', filename: 'sales.csv', content };
  expect(await call('revise_source', given)).toMatchObject({
    tables: [{ name: 'sales', inserted: 1, unchanged: 3 }],
    archived: [],
  });
  expect((await call('list_tables')).tables).toMatchObject([{ name: 'sales', row_count: 4 }]);
});

test('derive a table, and recompute it', async () => {
  await withSales();
  const code = 'select region, sum(amount) as total from {{ t }} group by all';
  const args = { t: 'sales' };
  await call('create_transform', {
    name: 'by region',
    kind: 'sql',
    code,
    args,
    output: 'by_region',
    key: ['region'],
  });
  await call('upsert_rows', { table: 'sales', rows: [{ region: 'East', amount: 5 }], expected_version: 1 });
  expect((await call('run_transform')).recomputed).toEqual([{ table: 'by_region', row_count: 3 }]);
});

test('hand over a chart and a report that open without a token', async () => {
  await withSales();
  await call('create_chart', { name: 'Sold', chart_type: 'bar', table: 'sales', x: 'region', y: ['amount'] });
  const blocks = [
    { kind: 'heading', text: 'Sold' },
    { kind: 'chart', chart: 'Sold' },
    { kind: 'table_view', table: 'sales', totals: [{ column: 'amount', fn: 'sum' }] },
  ];
  await call('put_sheet', { sheet: 'Report', blocks });
  const chart = await opened((await call('render_chart', { chart: 'Sold' })).url);
  expect([chart.status, chart.headers.get('content-type')]).toEqual([200, 'image/png']);
  const report = await call('render_sheet', { sheet: 'Report' });
  expect(report.markdown).toContain('| **650** |');
  expect((await opened(report.url)).body).toContain('650');
});

test('rename, archive and delete tables', async () => {
  await withSales();
  await call('change_table', { table: 'sales', action: 'rename', name: 'Sold' });
  await call('change_table', { table: 'Sold', action: 'archive' });
  expect((await call('list_tables')).tables).toEqual([]);
  await call('change_table', { table: 'Sold', action: 'unarchive' });
  const { op_id, deleted } = await call('change_table', { table: 'Sold', action: 'delete' });
  expect(deleted).toEqual(['Sold']);
  await call('undo', { op_id });
  expect(await rowsOf('Sold')).toHaveLength(3);
});

test('change the columns of a table', async () => {
  await withSales();
  const change = (input: object) => call('change_columns', { table: 'sales', ...input });
  await change({ action: 'add', column: 'currency', default: 'EUR' });
  await change({ action: 'rename', column: 'amount', new_name: 'sold' });
  await change({ action: 'retype', column: 'sold', type: 'VARCHAR' });
  const { columns, op_id } = await change({ action: 'drop', column: 'month' });
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['region', 'sold', 'currency']);
  await call('undo', { op_id });
  expect((await rowsOf())[0]).toMatchObject({ month: '2024-01', currency: 'EUR' });
  const { body } = await agent.call('change_columns', {
    workbook_id,
    table: 'sales',
    action: 'rename',
    column: 'sold',
  });
  expect(body).toMatchObject({ status: 422, detail: 'rename needs new_name.' });
});
