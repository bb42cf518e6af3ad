import { beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let workbook_id: string;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.writer();
  const workbook = await owner.workbook('Sales');
  workbook_id = workbook.split('/').at(-1) as string;
  const content = 'region,amount\nNorth,100\nSouth,250\nNorth,300\n';
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content }, { structuring: 'skip' });
});

test('a table is derived, changed and recomputed', async () => {
  const agent = await Agent.connect(owner);
  const definition = {
    workbook_id,
    name: 'by region',
    kind: 'sql',
    code: 'select region, sum(amount) as total from {{ t }} group by all',
    args: { t: 'sales' },
    output: 'by_region',
    key: ['region'],
  };
  const planned = await agent.call('create_transform', { ...definition, dry_run: true });
  expect(planned.body.plan.columns.map(({ name }: { name: string }) => name)).toEqual(['region', 'total']);
  const made = await agent.call('create_transform', definition);
  expect(made.body).toMatchObject({ output: 'by_region', row_count: 2, others: { failed: [] } });
  expect((await agent.call('create_transform', definition)).body.status).toBe(409);
  const code = `${definition.code} having region = 'North'`;
  const replaced = await agent.call('create_transform', { ...definition, code, replace: true });
  expect(replaced.body).toMatchObject({ output: 'by_region', row_count: 1 });

  const rows = [{ region: 'North', amount: 1 }];
  const path = `/api/v1/workbooks/${workbook_id}/tables/sales/rows/upsert`;
  expect((await owner.post(path, { rows, expected_version: null })).status).toBe(200);
  const stale = await agent.call('run_transform', { workbook_id, dry_run: true });
  expect(stale.body).toEqual({ would_recompute: ['by_region'] });
  const done = await agent.call('run_transform', { workbook_id });
  expect(done.body.recomputed).toEqual([{ table: 'by_region', row_count: 1 }]);
  const again = await agent.call('run_transform', { workbook_id, transform: 'by region' });
  expect(again.body).toMatchObject({ recomputed: [], unchanged: ['by_region'] });
  const misspelt = await agent.call('run_transform', { workbook_id, transform: 'by regions' });
  expect(misspelt.body.status).toBe(404);
});

test('a report is made and shown, with a link that anyone opens', async () => {
  const agent = await Agent.connect(owner);
  const blocks = [
    { kind: 'heading', text: 'Amounts' },
    { kind: 'table_view', table: 'sales', totals: [{ column: 'amount', fn: 'sum' }] },
    { kind: 'table_view', table: 'sales', columns: ['region'] },
  ];
  const made = await agent.call('put_sheet', { workbook_id, sheet: 'Report: 売上', blocks });
  expect(made.body).toEqual({ name: 'Report: 売上', problems: [], blocks: 3, replaced: false });
  const { body, content } = await agent.call('render_sheet', { workbook_id, sheet: 'Report: 売上' });
  expect(body).toMatchObject({ tables: ['sales'], more: null, notice: expect.any(String) });
  expect(body.markdown).toMatch(/^# Amounts\n\n\| region \| amount \|\n\| --- \| --- \|\n\| North \| /);
  expect(body.markdown).toMatch(/\n\| \*\*sum\*\* \| \*\*\d+\*\* \|\n/);
  expect(content[1]).toMatchObject({ type: 'resource_link', uri: body.url, mimeType: 'text/html' });
  const page = await service.anonymous.get(body.url.slice(service.url.length));
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('<h1>Amounts</h1>')]);
  const xlsx = await agent.call('render_sheet', { workbook_id, sheet: 'Report: 売上', format: 'xlsx' });
  const file = await service.anonymous.get(xlsx.body.url.slice(service.url.length));
  expect(file.headers.get('content-disposition')).toContain('.xlsx');
  const wrong = [{ kind: 'table_view', table: 'sale' }];
  const refused = await agent.call('put_sheet', { workbook_id, sheet: 'Wrong', blocks: wrong });
  expect(refused.body).toMatchObject({ status: 422, suggested_fix: expect.any(String) });
});

test('a file in an upload slot is taken once, for the workbook of the slot', async () => {
  const agent = await Agent.connect(owner);
  const slots = `/api/v1/workbooks/${workbook_id}/uploads`;
  const { body: slot } = await owner.post(slots, { filename: 'slot.csv', structuring: 'skip' });
  const { pathname, search } = new URL(slot.upload_url);
  await service.anonymous.put(pathname + search, new TextEncoder().encode('n\n1\n'));
  const other = (await owner.workbook('Other')).split('/').at(-1);
  const elsewhere = await agent.call('upload', { workbook_id: other, upload_id: slot.id });
  expect(elsewhere.body).toMatchObject({ status: 404 });
  const { body } = await agent.call('upload', { workbook_id, upload_id: slot.id });
  expect(body).toMatchObject({ source: 'slot.csv', tables: [{ row_count: 1, columns: ['n'] }] });
  expect((await agent.call('upload', { workbook_id, upload_id: slot.id })).body.status).toBe(409);
});

test('a messy file is uploaded, its reading looked at and corrected, and tables are made of it', async () => {
  const agent = await Agent.connect(owner, { name: 'Ledger bot' });
  const rows = [['Sales of the north'], [], ['Region', 'Sold'], ['Harbour', 10], ['Hill', 20], ['Total', 30]];
  const content = book('xlsx', { Report: rows }).toString('base64');
  const file = { workbook_id, filename: 'messy.xlsx', content, encoding: 'base64' };
  const { body: taken } = await agent.call('upload', file);
  expect(taken).toMatchObject({ source: 'messy.xlsx', is_new: true, structuring: 'structured' });
  expect((await agent.call('upload', file)).body).toMatchObject({ source: 'messy.xlsx', is_new: false });

  const place = { workbook_id, source: 'messy.xlsx' };
  const { body: read } = await agent.call('read_parse_spec', place);
  const region = read.regions.find(({ kind }: { kind: string }) => kind === 'data');
  expect(read).toMatchObject({ spec_version: 1, next_offset: null, notice: expect.any(String) });
  expect(region).toMatchObject({ sheet: 'Report', header_rows: [3], total_rows: [6], column_count: 2 });
  expect(region.reasons).toContain('1 row(s) above the data name the columns.');
  const correction = {
    ...place,
    regions: [{ id: region.id, name: 'sold', columns: [{ source: 'B', name: 'Sold (t)', type: 'DOUBLE' }] }],
  };
  const { body: tried } = await agent.call('correct_parse_spec', { ...correction, dry_run: true });
  expect(tried.spec_version).toBe(2);
  const { body: corrected } = await agent.call('correct_parse_spec', correction);
  const [, amount] = corrected.regions.find(({ id }: { id: string }) => id === region.id).columns;
  expect([corrected.spec_version, amount]).toMatchObject([2, { name: 'Sold (t)', type: 'DOUBLE' }]);
  const made = await agent.call('materialize', place);
  const [{ name: table }] = made.body.tables;
  const sold = await agent.call('query', {
    workbook_id,
    sql: `select "Sold (t)" from "${table}" order by 1`,
  });
  expect(sold.body.rows).toEqual([{ 'Sold (t)': 10 }, { 'Sold (t)': 20 }]);
  const more = { append_to: table, expected_version: null, regions: [region.id], dry_run: true };
  expect((await agent.call('materialize', { ...place, ...more })).body).toMatchObject({ appended_rows: 2 });
  expect((await agent.call('analyze', place)).body).toMatchObject({ spec_version: 3 });

  const { ops } = (await owner.get(`/api/v1/workbooks/${workbook_id}/ops?limit=3`)).body;
  expect(ops).toMatchObject([
    { kind: 'source.analyze', actor: 'Ledger bot' },
    { kind: 'source.materialize', actor: 'Ledger bot' },
    { kind: 'source.correct_spec', actor: 'Ledger bot' },
  ]);
});

test('the columns of a wide file are shown a part at a time', async () => {
  const agent = await Agent.connect(owner);
  const names = Array.from({ length: 120 }, (_, i) => `c${i}`);
  const rows = [names, names.map((_, i) => i), names.map((_, i) => i + 1)];
  await agent.call('upload', { workbook_id, filename: 'wide.csv', content: rows.join('\n') });
  const read = async (columns_offset: number) => {
    const { body } = await agent.call('read_parse_spec', { workbook_id, source: 'wide.csv', columns_offset });
    return [body.regions[0].columns.map(({ name }: { name: string }) => name), body.next_columns_offset];
  };
  expect(await read(0)).toEqual([names.slice(0, 50), 50]);
  expect(await read(100)).toEqual([names.slice(100), null]);
});

test('a file or a correction that does not fit is refused with a way out', async () => {
  const agent = await Agent.connect(owner);
  const place = { workbook_id, source: 'odd.csv' };
  const content = 'a,b\n1,2\n3,4\n';
  await agent.call('upload', { workbook_id, filename: 'odd.csv', content });
  const { body: read } = await agent.call('read_parse_spec', place);
  const [{ id }] = read.regions;
  const refused = await Promise.all([
    agent.call('upload', { workbook_id, filename: 'x.csv' }),
    agent.call('upload', { workbook_id, filename: 'x.xlsx', content: 'no base64!', encoding: 'base64' }),
    agent.call('upload', { workbook_id, url: 'http://127.0.0.1/x.csv' }),
    agent.call('correct_parse_spec', place),
    agent.call('correct_parse_spec', { ...place, regions: [{ id: 'r99' }] }),
    agent.call('correct_parse_spec', { ...place, regions: [{ id, range: 'A1:Z900' }] }),
    agent.call('correct_parse_spec', { ...place, regions: [{ id, range: 'nowhere' }] }),
    agent.call('materialize', { ...place, append_to: 'odd' }),
  ]);
  for (const { body } of refused) expect(body).toMatchObject({ suggested_fix: expect.any(String) });
  expect(refused.map(({ body }) => body.status)).toEqual(refused.map(() => 422));
});

test('a review says what to look at, and by which query', async () => {
  const agent = await Agent.connect(owner);
  const content = `id,amount\n${Array.from({ length: 40 }, (_, i) => `${i % 39},${i}`).join('\n')}\n`;
  await agent.call('upload', { workbook_id, filename: 'doubles.csv', content });
  const { body } = await agent.call('review', { workbook_id, target: 'doubles', limit: 1 });
  expect(body).toMatchObject({ tables: ['doubles'], notice: expect.any(String) });
  expect(body.finding_count).toBeGreaterThan(0);
  expect(body.findings).toHaveLength(1);
  const { sql } = body.findings[0];
  expect((await agent.call('query', { workbook_id, sql })).body.row_count).toBe(body.findings[0].row_count);
});

test('an export is a link that anyone opens', async () => {
  const agent = await Agent.connect(owner);
  const { body, content } = await agent.call('export', { workbook_id, tables: ['sales'], format: 'csv' });
  expect(body).toMatchObject({ table_count: 1, tables: [{ name: 'sales' }], withheld: [] });
  expect(content[1]).toMatchObject({ type: 'resource_link', uri: body.url });
  const file = await service.anonymous.get(body.url.slice(service.url.length));
  expect(file.body).toMatch(/^region,amount,__svc_row_id\r\nNorth,100,1/);
  expect((await agent.call('export', { workbook_id, tables: ['none'] })).body.status).toBe(404);
});
