import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { openBook } from './support/files.js';
import { type Staffed, startWithMembers } from './support/members.js';
import { entriesOf } from './support/zip-entries.js';

let staffed: Staffed<'viewer'>;
let owner: Api;
let workbook: string;
let sheet: string;
beforeAll(async () => {
  staffed = await startWithMembers({ viewer: 'viewer' });
  owner = staffed.owner;
});
afterAll(() => staffed.service.dispose());

const csv = 'region,amount,day\nnorth,1200,2026-01-05\n=south,800,2026-01-06\nnorth,50,2026-01-07\n';

beforeEach(async () => {
  workbook = await owner.workbook();
  sheet = `${workbook}/sheets/Q1`;
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content: csv }, { structuring: 'skip' });
});

const view = {
  kind: 'table_view',
  table: 'sales',
  columns: ['amount', 'region'],
  filter: { column: 'amount', op: 'gt', value: 100 },
  order_by: ['amount'],
  totals: [
    { column: 'amount', fn: 'avg' },
    { column: 'region', fn: 'count' },
  ],
};

const put = (...blocks: object[]) => owner.put(sheet, { title: 'Quarter & more', spec: { blocks } });

async function render(api = owner) {
  const { status, headers, bytes } = await api.get(`${sheet}/render`);
  expect(status).toBe(200);
  const [tab = ''] = openBook(bytes).SheetNames;
  const cells = openBook(bytes).Sheets[tab] ?? {};
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) =>
      ['A', 'B', 'C'].map((letter) => cells[`${letter}${from + i}`]?.v ?? null),
    );
  return { headers, tab, cells, rows, parts: await entriesOf(bytes) };
}

test('a sheet is rendered as a workbook with the rows, order and totals of its views', async () => {
  await put({ kind: 'text', text: 'So far.' }, view);
  const { headers, tab, cells, rows } = await render();
  expect(headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
  expect(headers.get('content-disposition')).toContain('filename="Quarter & more.xlsx"');
  expect(tab).toBe('Q1');
  expect(rows(1, 7)).toEqual([
    ['Quarter & more', null, null],
    ['So far.', null, null],
    ['amount', 'region', null],
    [800, '=south', null],
    [1200, 'north', null],
    [1000, null, null],
    ['Count', 2, null],
  ]);
  expect(cells.B4?.t).toBe('s');
  expect([cells.A6?.f, cells.B7?.f]).toEqual(['AVERAGE(A4:A5)', 'COUNTA(B4:B5)']);
  expect(cells.A6?.z).toBe('"Average "#,##0.0');
});

test('the workbook is uploaded again as the table that it shows', async () => {
  await put({ ...view, totals: [] });
  const { bytes } = await owner.get(`${sheet}/render`);
  await owner.upload(`${workbook}/sources`, { name: 'again.xlsx', content: bytes }, {});
  const { body } = await owner.get(`${workbook}/tables/again/rows`);
  expect(body.rows).toMatchObject([
    { amount: 800, region: '=south' },
    { amount: 1200, region: 'north' },
  ]);
});

test('annotations of the table apply to the cells that a view shows', async () => {
  const annotations = [
    { row_id: 1, column: 'amount', style: { bold: true, number_format: '"€"#,##0' }, note: 'to be checked' },
    { row_id: 1, column: 'day', note: 'not shown' },
  ];
  await owner.post(`${workbook}/tables/sales/annotations`, { annotations });
  await put(view);
  const { cells, parts } = await render();
  expect(cells.A4).toMatchObject({ v: 1200, z: '"€"#,##0' });
  expect(parts.get('xl/comments1.xml')).toContain('<comment ref="A4"');
  expect(parts.get('xl/comments1.xml')).not.toContain('not shown');
});

test('a masked column is blank and has no total, a denied one is absent, and what is gone is a note', async () => {
  const { viewer } = staffed.members;
  await owner.post(`${workbook}/tables/sales/columns/amount/tags`, { tag: 'money' });
  await put({ kind: 'table_view', table: 'sales', totals: [{ column: 'amount', fn: 'sum' }] }, view);
  await owner.put(`${workbook}/policies/money`, { effect: 'mask', role: 'viewer' });
  const masked = await render(viewer.api);
  expect(masked.rows(2, 7)).toEqual([
    ['region', 'amount', 'day'],
    ['north', null, 46027],
    ['=south', null, 46028],
    ['north', null, 46029],
    [null, null, null],
    [
      expect.stringMatching(/filtered or sorted by a column that is gone or that you may not see/),
      null,
      null,
    ],
  ]);
  await owner.put(`${workbook}/policies/money`, { effect: 'deny', role: 'viewer' });
  const denied = await render(viewer.api);
  expect(denied.rows(2, 2)).toEqual([['region', 'day', null]]);
  expect([...denied.parts.values()].join()).not.toMatch(/amount|1200/);
});

test('a chart is drawn by the program that opens the workbook, from figures on a sheet of their own', async () => {
  const chart = { chart_type: 'bar', table: 'sales', x: 'region', y: ['amount'], title: 'By region' };
  await owner.put(`${workbook}/charts/by region`, chart);
  await owner.put(`${workbook}/charts/styled`, { ...chart, config: { mark: { color: 'red' } } });
  await put({ kind: 'chart', chart: 'by region' }, { kind: 'chart', chart: 'styled' }, view);
  const { bytes } = await owner.get(`${sheet}/render`);
  const book = openBook(bytes);
  expect(book.SheetNames).toEqual(['Q1', 'Chart figures']);
  const cells = book.Sheets['Chart figures'] ?? {};
  expect(['A1', 'B2', 'A3', 'B3', 'B4'].map((at) => cells[at]?.v)).toEqual([
    'By region',
    'amount (total)',
    'north',
    1250,
    800,
  ]);
  const parts = await entriesOf(bytes);
  expect(parts.get('xl/charts/chart1.xml')).toContain("<c:f>'Chart figures'!$B$3:$B$4</c:f>");
  expect([...parts.keys()].filter((name) => /charts|media/.test(name))).toEqual([
    'xl/charts/chart1.xml',
    'xl/media/image1.png',
  ]);
  expect(parts.get('[Content_Types].xml')).toContain('drawingml.chart+xml');
});
