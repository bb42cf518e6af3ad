import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { type Staffed, startWithMembers } from './support/members.js';

let staffed: Staffed<'editor' | 'viewer'>;
let owner: Api;
let workbook: string;
let sheet: string;
beforeAll(async () => {
  staffed = await startWithMembers({ editor: 'editor', viewer: 'viewer' });
  owner = staffed.owner;
});
afterAll(() => staffed.service.dispose());

const csv = 'region,amount,day\nnorth,1200,2026-01-05\nsouth,800,2026-01-06\nnorth,50,2026-01-07\n';

beforeEach(async () => {
  workbook = await owner.workbook();
  sheet = `${workbook}/sheets/Q1`;
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content: csv }, { structuring: 'skip' });
});

const view = {
  kind: 'table_view',
  table: 'sales',
  title: 'Sales by region',
  columns: ['region', 'amount'],
  filter: { and: [{ column: 'amount', op: 'gt', value: 10 }] },
  order_by: ['-amount'],
  limit: 2,
  totals: [{ column: 'amount', fn: 'sum' }],
  show_header: true,
};
const blocks = [
  { kind: 'heading', text: 'First <quarter>', level: 1 },
  { kind: 'text', text: 'Two lines\nof text & signs' },
  view,
  { kind: 'spacer', rows: 2 },
];

const put = (given: object[], title: string | null = null, api = owner) =>
  api.put(sheet, { title, spec: { blocks: given } });
const page = async (api = owner) => (await api.get<string>(`${sheet}/render?format=html`)).body;
/** The text of each cell of each row of the page, below any header. */
const rowsOf = (html: string, part = 'tbody') =>
  [...(new RegExp(`<${part}>(.*?)</${part}>`, 's').exec(html)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(
    ([, row = '']) => [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => cell),
  );
const change = (path: string, body: object) => owner.patch(`${workbook}/tables/${path}`, body);

test('a preview shows what comes of each block before the sheet is made', async () => {
  const preview = (given: object[], query = '') =>
    owner.post(`${workbook}/sheets/preview${query}`, { spec: { blocks: given } });
  const { status, body } = await preview([...blocks, { ...view, limit: null, columns: null }], '?limit=1');
  expect([status, body.language]).toEqual([200, 'en']);
  expect(body.blocks[1]).toEqual([blocks[1]]);
  expect(body.blocks[2]).toEqual([
    {
      kind: 'table',
      title: 'Sales by region',
      show_header: true,
      columns: [
        { name: 'region', type: 'VARCHAR', masked: false },
        { name: 'amount', type: 'BIGINT', masked: false },
      ],
      column_count: 2,
      rows: [[{ text: 'north' }, { text: '1,200' }]],
      row_count: 2,
      totals: [{ fn: 'sum', cells: [null, '2,000'] }],
    },
  ]);
  expect(body.blocks[4]).toMatchObject([{ column_count: 3, row_count: 3 }]);
  expect((await preview([{ ...view, columns: ['regoin'] }])).body).toMatchObject({
    errors: [{ path: '/spec/blocks/0/columns/0' }],
    suggested_fix: expect.stringContaining('"region"'),
  });
  expect((await owner.get(`${workbook}/sheets`)).body.sheets).toEqual([]);
});

test('a sheet is made, read as it was written, replaced, listed and deleted without its data', async () => {
  const made = await put(blocks, 'Report');
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^sht_/),
    name: 'Q1',
    title: 'Report',
    spec: { blocks },
    problems: [],
  });
  expect((await owner.get(sheet)).body).toEqual(made.body);
  expect((await owner.get(`${workbook}/sheets/${made.body.id}`)).body).toEqual(made.body);
  const again = await owner.put(`${workbook}/sheets/q1`, { spec: made.body.spec, actor: 'bot' });
  expect([again.status, again.body]).toEqual([
    200,
    { ...made.body, name: 'q1', title: null, updated_at: again.body.updated_at },
  ]);
  const { sheets, next_cursor } = (await owner.get(`${workbook}/sheets`)).body;
  expect([sheets, next_cursor]).toMatchObject([[{ id: made.body.id, name: 'q1', blocks: 4 }], null]);
  expect((await owner.delete(sheet)).status).toBe(204);
  expect([(await owner.get(sheet)).status, (await owner.delete(sheet)).status]).toEqual([404, 404]);
  expect((await owner.get(`${workbook}/tables/sales`)).status).toBe(200);
  const { ops } = (await owner.get(`${workbook}/ops?limit=3`)).body;
  expect(ops).toMatchObject([
    { kind: 'sheet.delete', undoable: true },
    { kind: 'sheet.put', actor: 'bot', code: { method: 'PUT', path: 'sheets/q1' } },
    { kind: 'sheet.put', actor: null },
  ]);
});

test('a viewer reads sheets and renders, and does not write them', async () => {
  const { editor, viewer } = staffed.members;
  expect((await put(blocks, null, viewer.api)).status).toBe(403);
  expect((await put(blocks, null, editor.api)).status).toBe(201);
  expect((await viewer.api.get(sheet)).status).toBe(200);
  expect((await viewer.api.get(`${sheet}/render?format=html`)).status).toBe(200);
  expect((await viewer.api.delete(sheet)).status).toBe(403);
});

test.each<[string, object, string, string]>([
  ['a table', { table: 'sale' }, '/table', '"sales"'],
  ['a column', { columns: ['regoin'] }, '/columns/0', '"region"'],
  ['a column twice', { columns: ['region', 'REGION'], totals: [] }, '/columns/1', 'once'],
  ['a column to filter by', { filter: { column: 'amuont', op: 'gt', value: 1 } }, '/filter', '"amount"'],
  ['a filter', { filter: { column: 'amount', op: 'above', value: 1 } }, '/filter', 'Write'],
  ['a value to filter by', { filter: { column: 'amount', op: 'gt', value: 'x' } }, '/filter', 'Write'],
  ['a column to sort by', { order_by: '-amuont' }, '/order_by', '"amount"'],
  ['a total of text', { totals: [{ column: 'region', fn: 'sum' }] }, '/totals/0/fn', 'numbers'],
  ['a total that is not shown', { totals: [{ column: 'day', fn: 'max' }] }, '/totals/0/column', 'columns'],
])('%s that does not fit is refused with its block and how to mend it', async (_, wrong, path, hint) => {
  const { status, body } = await put([blocks[0] as object, { ...view, ...wrong }]);
  expect([status, body.errors[0].path]).toEqual([422, `/spec/blocks/1${path}`]);
  expect(body.suggested_fix).toContain(hint);
});

test('a block is refused for what is wrong with its own kind', async () => {
  const refused = async (block: object) => (await put([block])).body.errors;
  expect(await refused({ kind: 'heading', text: 'x', level: 4 })).toMatchObject([
    { path: '/spec/blocks/0/level' },
  ]);
  expect(await refused({ kind: 'tabel', table: 'sales' })).toMatchObject([
    { path: '/spec/blocks/0/kind', message: 'must be one of heading, text, table_view, spacer, chart' },
  ]);
  expect(await refused({ kind: 'text', text: 'x', level: 1 })).toMatchObject([
    { path: '/spec/blocks/0/level', message: expect.stringContaining('is not a known field') },
  ]);
  expect(await refused({ kind: 'chart', chart: 'none' })).toMatchObject([{ path: '/spec/blocks/0/chart' }]);
  expect((await put(Array.from({ length: 201 }, () => ({ kind: 'spacer' })))).status).toBe(422);
});

test('a page shows what the views choose, with totals over the rows that are shown', async () => {
  await put(blocks, 'Report & more');
  const { status, headers, body } = await owner.get<string>(`${sheet}/render?format=html`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('inline; filename="Report & more.html"');
  expect(body).toContain('<h1>Report &amp; more</h1>');
  expect(body).toContain('<h2>First &lt;quarter&gt;</h2>');
  expect(body).toContain('<caption>Sales by region</caption>');
  expect(rowsOf(body, 'thead')).toEqual([['region', 'amount']]);
  expect(rowsOf(body)).toEqual([
    ['north', '1,200'],
    ['south', '800'],
  ]);
  expect(rowsOf(body, 'tfoot')).toEqual([['Total', '2,000']]);
});

test('every function makes a row of totals', async () => {
  const totals = [
    { column: 'amount', fn: 'avg' },
    { column: 'amount', fn: 'max' },
    { column: 'day', fn: 'max' },
    { column: 'region', fn: 'count' },
  ];
  await put([{ kind: 'table_view', table: 'sales', totals }]);
  expect(rowsOf(await page(), 'tfoot')).toEqual([
    ['Average', '683.3', ''],
    ['Maximum', '1,200\u2008\u2007', '2026-01-07'],
    ['<small>Count</small> 3', '', ''],
  ]);
});

test('the policy of a page allows its own style sheet and nothing else, and no text becomes markup', async () => {
  const nasty = '<img src=x onerror=alert(1)>"\'';
  await owner.post(`${workbook}/tables`, { name: nasty, columns: [{ name: nasty }] });
  const rows = [{ [nasty]: '</td><script>alert(2)</script>' }];
  const at = `${workbook}/tables/${encodeURIComponent(nasty)}`;
  await owner.post(`${at}/rows/upsert`, { rows, expected_version: null });
  const style = { background: '#ffeeaa', bold: true };
  await owner.post(`${at}/annotations`, { annotations: [{ row_id: 1, column: nasty, style, note: nasty }] });
  await put([
    { kind: 'heading', text: nasty },
    { kind: 'text', text: nasty },
    { kind: 'table_view', table: nasty, title: nasty },
  ]);
  const { headers, body } = await owner.get<string>(`${sheet}/render?format=html`);
  const css = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(css).toContain('font-weight:600;background:#ffeeaa');
  const tags = [...body.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
  expect(tags.filter((tag) => /^<(img|script|link)|\s(style|on\w+|src|href)=/.test(tag))).toEqual([]);
  expect(body).toContain("<li>&lt;img src=x onerror=alert(1)&gt;&quot;'</li>");
});

test('annotations style the cells of a page: the cell before its row, the row before its column', async () => {
  const annotations = [
    { row_id: null, column: 'amount', style: { number_format: '"€"#,##0.00', italic: true } },
    { row_id: 1, column: null, style: { italic: false, bold: true } },
    { row_id: 2, column: 'amount', style: { number_format: '0' }, note: 'to be checked' },
  ];
  await owner.post(`${workbook}/tables/sales/annotations`, { annotations });
  await put([{ kind: 'table_view', table: 'sales', columns: ['amount'] }]);
  const html = await page();
  expect(rowsOf(html)).toEqual([['€1,200.00'], ['800<sup>1</sup>'], ['€50.00']]);
  expect(html).toContain('<ol class="notes"><li>to be checked</li></ol>');
  const classes = [...html.matchAll(/<td class="n (s\d)">/g)].map(([, name]) => name);
  const rule = (name = '') => new RegExp(`td\\.${name}\\{(.*?)\\}`).exec(html)?.[1];
  expect(classes.map(rule)).toEqual(['font-weight:600', 'font-style:italic', 'font-style:italic']);
});

test('renamed tables and columns keep their place, and lost ones are problems and notes', async () => {
  await put(blocks);
  await change('sales', { name: 'turnover', expected_version: null });
  await change('turnover/columns/amount', { new_name: 'euros', expected_version: null });
  const { spec, problems } = (await owner.get(sheet)).body;
  expect(problems).toEqual([]);
  expect(spec.blocks[2]).toMatchObject({
    table: 'turnover',
    columns: ['region', 'euros'],
    filter: { and: [{ column: 'euros', op: 'gt', value: 10 }] },
    order_by: ['-euros'],
    totals: [{ column: 'euros', fn: 'sum' }],
  });
  expect((await owner.put(sheet, { spec })).status).toBe(200);

  await owner.delete(`${workbook}/tables/turnover/columns/region?expected_version=null`);
  expect((await owner.get(sheet)).body.problems).toEqual([
    { block: 2, message: 'The column "region" is gone from "turnover".' },
  ]);
  expect(rowsOf(await page())).toEqual([['1,200'], ['800']]);

  await owner.delete(`${workbook}/tables/turnover/columns/euros?expected_version=null`);
  const filtered = (await owner.get(sheet)).body;
  expect(filtered.problems.at(-1).message).toMatch(/filtered or sorted by a column that is gone/);
  expect(await page()).toContain('so its rows are not shown');

  await owner.delete(`${workbook}/tables/turnover?expected_version=null`);
  expect((await owner.get(sheet)).body).toMatchObject({
    problems: [{ block: 2, message: 'The table "turnover" is gone.' }],
    spec: { blocks: [{}, {}, { kind: 'table_view', table: 'turnover', columns: null }, {}] },
  });
  expect(await page()).toContain('<p class="gone">The table &quot;turnover&quot; is gone.</p>');
});

test('a masked column is blank, a denied one absent, and neither chooses rows', async () => {
  const { viewer } = staffed.members;
  await owner.post(`${workbook}/tables/sales/columns/amount/tags`, { tag: 'money' });
  await put([
    { kind: 'table_view', table: 'sales', totals: [{ column: 'amount', fn: 'max' }] },
    { ...view, title: 'chosen by money' },
  ]);
  await owner.put(`${workbook}/policies/money`, { effect: 'mask', role: 'viewer' });
  const masked = await page(viewer.api);
  expect(rowsOf(masked, 'thead')).toEqual([['region', 'amount', 'day']]);
  expect(rowsOf(masked)[0]).toEqual(['north', '', '2026-01-05']);
  expect(rowsOf(masked, 'tfoot')).toEqual([['Maximum', '', '']]);
  expect(masked).not.toMatch(/1,200|chosen by money/);

  await owner.put(`${workbook}/policies/money`, { effect: 'deny', role: 'viewer' });
  const denied = await page(viewer.api);
  expect(rowsOf(denied, 'thead')).toEqual([['region', 'day']]);
  const { body } = await viewer.api.get(sheet);
  expect(JSON.stringify(body)).not.toMatch(/amount|1,?200/);
  expect(body.problems).toMatchObject([{ block: 1, message: expect.stringMatching(/you may not see/) }]);
  expect((await owner.get(sheet)).body.problems).toEqual([]);
});

test('a page shows the first thousand rows of a view, and its totals count all of them', async () => {
  const content = `n\n${Array.from({ length: 1500 }, (_, i) => i + 1).join('\n')}\n`;
  await owner.upload(`${workbook}/sources`, { name: 'many.csv', content }, { structuring: 'skip' });
  const many = { kind: 'table_view', table: 'many', totals: [{ column: 'n', fn: 'sum' }] };
  await put([{ ...many, filter: { column: 'n', op: 'gt', value: 100 } }]);
  const html = await page();
  expect(rowsOf(html)).toHaveLength(1000);
  expect(rowsOf(html).at(-1)).toEqual(['1,100']);
  expect(rowsOf(html, 'tfoot')).toEqual([['<small>Total</small> 1,120,700']]);
  expect(html).toContain('<p class="note">First 1,000 of 1,400 rows.</p>');
});

test('a page of a wide table shows its first columns and says so', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => `c${i}`);
  const content = `${names.join(',')}\n${names.map((_, i) => i).join(',')}\n`;
  await owner.upload(`${workbook}/sources`, { name: 'wide.csv', content }, { structuring: 'skip' });
  const totals = [1, 2999].map((i) => ({ column: `c${i}`, fn: 'sum' }));
  await put([{ kind: 'table_view', table: 'wide', totals }]);
  const html = await page();
  expect(rowsOf(html).map((row) => row.length)).toEqual([100]);
  expect(rowsOf(html, 'tfoot')[0]?.slice(0, 3)).toEqual(['Total', '1', '']);
  expect(html).toContain('<p class="note">First 100 of 3,000 columns.</p>');
});

test('short cells of a page stay on their line, long texts are prose, and points stand below each other', async () => {
  const prose = 'Call before delivery, and ask at the reception for the code';
  const content = `id,ratio,note\nSO-1000/0,1499,ok\nSO-1000/1,0.125,"${prose}"\n`;
  await owner.upload(`${workbook}/sources`, { name: 'orders.csv', content }, { structuring: 'skip' });
  await put([{ kind: 'table_view', table: 'orders' }]);
  expect(rowsOf(await page())).toEqual([
    ['SO-1000/0', '1,499\u2008\u2007\u2007\u2007', 'ok'],
    ['SO-1000/1', '0.125', `<div>${prose}</div>`],
  ]);
});

test('a table that is wider than paper is on it in parts, each with the first column', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `measurement_${i}`);
  const content = `${names.join(',')}\n${names.map((_, i) => `value ${i}`).join(',')}\n`;
  await owner.upload(`${workbook}/sources`, { name: 'wide.csv', content }, { structuring: 'skip' });
  await put([{ kind: 'table_view', table: 'wide' }]);
  const [screen = '', paper = ''] = (await page()).split('<figure class="table ').slice(1);
  expect(screen.match(/<table>/g)).toHaveLength(1);
  const parts = paper.split('<table>').slice(1);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every((part) => part.includes('value 0<'))).toBe(true);
  expect(parts.join('').match(/<td/g)).toHaveLength(names.length + parts.length - 1);
});
