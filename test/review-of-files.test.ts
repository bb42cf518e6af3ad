import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

interface Finding {
  rule: string;
  severity: string;
  table: string;
  column?: string;
  row_ids?: number[];
  message: string;
  evidence: { sql?: string; rows: unknown[]; cells?: unknown[]; request?: { path: string } };
}

const formula = (text: string, value: number) => ({ t: 'n', f: text, v: value });

/** The findings of one rule in a workbook with these files. */
async function findings(workbook: string, rule: string): Promise<Finding[]> {
  const { status, body } = await api.post(`${workbook}/review`);
  expect(status).toBe(200);
  return body.findings.filter((found: Finding) => found.rule === rule);
}

async function workbookOf(rows: unknown[][], name = 'orders.xlsx'): Promise<string> {
  const workbook = await api.workbook();
  const content = book('xlsx', { Sheet1: rows });
  expect((await api.upload(`${workbook}/sources`, { name, content })).status).toBe(201);
  return workbook;
}

const header = ['item', 'quantity', 'price', 'amount'];
const line = (row: number, amount: unknown = formula(`B${row}*C${row}`, row * 10)) => [
  `i${row}`,
  row,
  10,
  amount,
];
const lines = (odd: Record<number, unknown> = {}) =>
  Array.from({ length: 20 }, (_, i) => (i + 2 in odd ? line(i + 2, odd[i + 2]) : line(i + 2)));

test('a number typed among formulas is named by its cell, its row, and the formula that would be there', async () => {
  const workbook = await workbookOf([header, ...lines({ 7: 70 })]);
  const [found] = await findings(workbook, 'constant-among-formulas');
  expect(found).toMatchObject({
    table: 'orders',
    column: 'amount',
    row_ids: [6],
    evidence: {
      cells: [{ source: 'orders.xlsx', sheet: 'Sheet1', cell: 'D7', value: 70, expected: '=B7*C7' }],
    },
  });
  const { rows } = (await api.post(`${workbook}/query`, { sql: found?.evidence.sql })).body;
  expect(rows).toEqual([{ __svc_row_id: 6, amount: 70 }]);
});

test('a formula unlike its neighbours, and nothing in a sheet without one', async () => {
  const workbook = await workbookOf([header, ...lines({ 9: formula('B9*12', 108) })]);
  const [found] = await findings(workbook, 'formula-unlike-neighbours');
  expect(found?.message).toContain('D9 of sheet "Sheet1" has =B9*12, where its neighbours have =B9*C9');
  const clean = await workbookOf([header, ...lines()]);
  const { body } = await api.post(`${clean}/review`);
  expect(body.findings.filter(({ severity }: Finding) => severity !== 'info')).toEqual([]);
});

test('a total that differs from its parts is an error, with both figures', async () => {
  const rows = [2, 3, 4, 5, 6].map((row) => [`i${row}`, row * 100]);
  const workbook = await workbookOf([['item', 'amount'], ...rows, ['Total', 2100]]);
  const [found] = await findings(workbook, 'stated-totals');
  expect(found).toMatchObject({
    severity: 'error',
    message: 'B7 of sheet "Sheet1" says 2,100, but B2:B6 add up to 2,000: a difference of 100.',
  });
});

test('an amount that is not quantity times price, where it is in all other rows', async () => {
  const workbook = await workbookOf([header, ...lines({ 5: 99 })]);
  const [found] = await findings(workbook, 'line-amounts');
  expect(found).toMatchObject({ column: 'amount', row_ids: [4], evidence: { rows: [{ expected: 50 }] } });
});

test('a voucher whose debit and credit differ', async () => {
  const vouchers = Array.from({ length: 10 }, (_, i) => [
    [`V${i}`, 100 + i, null],
    [`V${i}`, null, i === 3 ? 999 : 100 + i],
  ]).flat();
  const workbook = await workbookOf([['voucher no', 'debit', 'credit'], ...vouchers]);
  const [found] = await findings(workbook, 'unbalanced-vouchers');
  expect(found).toMatchObject({
    row_ids: [7, 8],
    message: 'Debit and credit differ in 1 voucher of 10, in 2 rows.',
  });
});

test('a stale table, with the request that recomputes it', async () => {
  const workbook = await workbookOf([header, ...lines()]);
  await api.post(`${workbook}/transforms`, {
    name: 'double',
    kind: 'sql',
    code: 'select item, amount * 2 as twice from {{orders}}',
    args: { orders: 'orders' },
    output: 'doubled',
  });
  await api.post(`${workbook}/tables/orders/rows/delete`, { row_ids: [1], expected_version: null });
  const [found] = await findings(workbook, 'stale-tables');
  expect(found).toMatchObject({
    table: 'doubled',
    evidence: { request: { path: '/tables/doubled' } },
    fix_request: { method: 'POST', path: '/recompute' },
  });
  await api.post(`${workbook}/recompute`, {});
  expect(await findings(workbook, 'stale-tables')).toEqual([]);
});

test('an edit that hides a value which has changed beneath it', async () => {
  const workbook = await workbookOf([header, ...lines()]);
  await api.post(`${workbook}/transforms`, {
    name: 'double',
    kind: 'sql',
    code: 'select item, amount * 2 as twice from {{orders}}',
    args: { orders: 'orders' },
    output: 'doubled',
    key: ['item'],
  });
  const [row] = (await api.get(`${workbook}/tables/doubled/rows?order_by=item&limit=1`)).body.rows;
  const edit = { __svc_row_id: row.__svc_row_id, twice: 7 };
  await api.post(`${workbook}/tables/doubled/rows/upsert`, { rows: [edit], expected_version: null });
  const base = (
    await api.post(`${workbook}/query`, { sql: `select * from orders where item = '${row.item}'` })
  ).body.rows[0];
  const changed = { __svc_row_id: base.__svc_row_id, amount: 5000 };
  await api.post(`${workbook}/tables/orders/rows/upsert`, { rows: [changed], expected_version: null });
  await api.post(`${workbook}/recompute`, {});
  const [found] = await findings(workbook, 'hiding-overrides');
  expect(found).toMatchObject({
    table: 'doubled',
    column: 'twice',
    row_ids: [row.__svc_row_id],
    evidence: { rows: [edit], request: { path: '/conflicts?status=open' } },
  });
});

test('personal data without a tag, until it is tagged', async () => {
  const people = Array.from({ length: 10 }, (_, i) => [`Person ${i}`, `p${i}@example.com`, i]);
  const workbook = await workbookOf([['氏名', 'contact', 'score'], ...people], 'people.xlsx');
  const found = await findings(workbook, 'untagged-personal-data');
  expect(found.map(({ column }) => column)).toEqual(['氏名', 'contact']);
  await api.post(`${workbook}/tables/people/columns/contact/tags`, { tag: 'personal' });
  const left = await findings(workbook, 'untagged-personal-data');
  expect(left.map(({ column }) => column)).toEqual(['氏名']);
});

test('pay is personal data beside the people who get it, and none by grade', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => [`Person ${i}`, 1000 + i]);
  const people = await workbookOf([['full name', 'salary'], ...rows], 'people.xlsx');
  const found = await findings(people, 'untagged-personal-data');
  expect(found.map(({ column }) => column)).toEqual(['full name', 'salary']);
  const grades = await workbookOf([['grade', 'minimum salary'], ...rows], 'grades.xlsx');
  expect(await findings(grades, 'untagged-personal-data')).toEqual([]);
});

test('a typed total is told however far it is off, and assets that are not liabilities and equity', async () => {
  const parts = ['North', 'South', 'East', 'West'].map((region, i) => [region, 629 + i * 31]);
  const report = await workbookOf([['region', 'sales'], ...parts, ['Total', 5000]]);
  expect((await findings(report, 'stated-totals'))[0]).toMatchObject({
    severity: 'warning',
    message: 'B6 of sheet "Sheet1" is called a total and says 5,000, but SUM(B2:B5) = 2702.',
  });
  const wide = Array.from({ length: 44 }, (_, i) => i);
  const sheet = [
    ['region', ...wide.map((i) => `week ${i}`)],
    ...parts.map(([region], r) => [region, ...wide.map((i) => 600 + 31 * r + i)]),
    ['Total', ...wide.map((i) => (i % 2 ? 9000 + i : 4 * (600 + i) + 31 * 6))],
  ];
  const { body } = await api.post(`${await workbookOf(sheet, 'weeks.xlsx')}/review`);
  const told = body.findings.filter(({ message }: Finding) => message.includes('is called a total and says'));
  expect(told).toHaveLength(20);
  expect(body.coverage.skipped).toContainEqual(
    expect.objectContaining({ what: '2 further totals of sheet "Sheet1" of "weeks.xlsx"' }),
  );
  const lines = { 'Total assets': 3600, 'Total liabilities': 1700, 'Total equity': 1950 };
  const balance = await workbookOf([
    ['item', 'amount'],
    ['Cash', 1500],
    ['Goods', 2100],
    ...Object.entries(lines),
  ]);
  expect((await findings(balance, 'unbalanced-sheets'))[0]?.message).toBe(
    'Assets in B4 of sheet "Sheet1" are 3,600, but liabilities and equity are 3,650: a difference of -50.',
  );
});
