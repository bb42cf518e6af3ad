import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

type Row = Record<string, unknown>;

interface MadeTable {
  /** The types of its columns by name. */
  columns: Record<string, string>;
  rows: Row[];
}

interface Case {
  rule: string;
  tables: Record<string, MadeTable>;
  /** What the one finding of the rule says of the table named first. */
  severity?: string;
  column?: string;
  /** The rows concerned, counted from 1 as row ids are. */
  rows?: number[];
}

/** Records 0 to count - 1, some of which differ from the rule that makes the others. */
function records(count: number, make: (i: number) => Row, differing: Record<number, Row> = {}): Row[] {
  return Array.from({ length: count }, (_, i) => ({ ...make(i), ...differing[i] }));
}

const day = (i: number, from = Date.UTC(2024, 0, 1)) =>
  new Date(from + i * 86_400_000).toISOString().slice(0, 10);
const code = (i: number) => `K${String(i).padStart(4, '0')}`;
const names = ['Alpha', 'Bravo', 'Delta', 'Gamma'];
const one = (columns: MadeTable['columns'], rows: Row[]): Case['tables'] => ({ subject: { columns, rows } });
const texts = (
  column: string,
  count: number,
  make: (i: number) => unknown,
  differing: Record<number, unknown>,
) =>
  one(
    { [column]: 'VARCHAR' },
    records(
      count,
      (i) => ({ [column]: make(i) }),
      Object.fromEntries(Object.entries(differing).map(([i, value]) => [i, { [column]: value }])),
    ),
  );
const numbers = (
  column: string,
  count: number,
  make: (i: number) => unknown,
  differing: Record<number, unknown> = {},
  type = 'DOUBLE',
) =>
  one(
    { [column]: type },
    records(
      count,
      (i) => ({ [column]: make(i) }),
      Object.fromEntries(Object.entries(differing).map(([i, value]) => [i, { [column]: value }])),
    ),
  );
const period = (i: number) => ({ start_date: day(i * 10), end_date: day(i * 10 + 9) });
const periods = { start_date: 'DATE', end_date: 'DATE' };
const orders = {
  columns: { customer_id: 'VARCHAR' },
  rows: records(40, (i) => ({ customer_id: code(i % 20) }), { 7: { customer_id: 'K9999' } }),
};

const cases: Case[] = [
  {
    rule: 'duplicate-key',
    severity: 'error',
    column: 'id',
    rows: [8, 201],
    tables: texts('id', 300, code, { 200: code(7) }),
  },
  {
    rule: 'orphan-references',
    severity: 'warning',
    column: 'customer_id',
    rows: [8],
    tables: {
      subject: orders,
      customers: {
        columns: { customer_id: 'VARCHAR' },
        rows: records(30, (i) => ({ customer_id: code(i) })),
      },
    },
  },
  {
    rule: 'duplicate-rows',
    rows: [3, 50],
    tables: one(
      { day: 'DATE', shop: 'VARCHAR', amount: 'BIGINT' },
      records(60, (i) => ({ day: day(i), shop: names[i % 4], amount: i * 7 }), {
        49: { day: day(2), shop: 'Delta', amount: 14 },
      }),
    ),
  },
  {
    rule: 'near-duplicate-rows',
    rows: [3, 50],
    tables: one(
      { id: 'VARCHAR', name: 'VARCHAR', city: 'VARCHAR', amount: 'BIGINT' },
      records(60, (i) => ({ id: code(i), name: `Person ${i}`, city: names[i % 4], amount: i * 7 }), {
        49: { name: 'person  2', city: 'Delta', amount: 14 },
      }),
    ),
  },
  {
    rule: 'row-totals',
    severity: 'error',
    column: 'total',
    rows: [12],
    tables: one(
      { north: 'BIGINT', south: 'BIGINT', total: 'BIGINT' },
      records(30, (i) => ({ north: i * 10, south: i + 40, total: i * 11 + 40 }), { 11: { total: 999 } }),
    ),
  },
  {
    rule: 'shares-not-whole',
    column: 'share',
    tables: numbers('share', 4, (i) => [40, 30, 20, 5.5][i]),
  },
  {
    rule: 'total-rows',
    column: 'shop',
    rows: [30],
    tables: one(
      { shop: 'VARCHAR', amount: 'BIGINT' },
      records(30, (i) => ({ shop: `Shop ${i}`, amount: 10 }), { 29: { shop: '合計', amount: 290 } }),
    ),
  },
  {
    rule: 'summaries-unlike-detail',
    severity: 'error',
    column: 'amount',
    rows: [2],
    tables: {
      subject: {
        columns: { region: 'VARCHAR', amount: 'BIGINT' },
        rows: records(4, (i) => ({ region: names[i], amount: 450 + i * 50 }), { 1: { amount: 530 } }),
      },
      sales: {
        columns: { region: 'VARCHAR', amount: 'BIGINT' },
        rows: records(20, (i) => ({ region: names[i % 4], amount: (i + 1) * 10 })),
      },
    },
  },
  {
    rule: 'prices-unlike-list',
    severity: 'warning',
    column: 'unit_price',
    rows: [6],
    tables: {
      subject: {
        columns: { product_code: 'VARCHAR', unit_price: 'BIGINT' },
        rows: records(30, (i) => ({ product_code: code(i % 5), unit_price: (i % 5) * 10 + 10 }), {
          5: { unit_price: 19 },
        }),
      },
      products: {
        columns: { product_code: 'VARCHAR', price: 'BIGINT' },
        rows: records(5, (i) => ({ product_code: code(i), price: i * 10 + 10 })),
      },
    },
  },
  {
    rule: 'odd-tax-rates',
    column: 'tax',
    rows: [4],
    tables: one(
      { net: 'BIGINT', tax: 'BIGINT' },
      records(20, (i) => ({ net: (i + 1) * 1000, tax: (i + 1) * (i % 3 ? 100 : 80) }), { 3: { tax: 200 } }),
    ),
  },
  {
    rule: 'wrong-growth',
    column: 'growth',
    rows: [3],
    tables: one(
      { 'last year': 'BIGINT', 'this year': 'BIGINT', growth: 'DOUBLE' },
      records(8, (i) => ({ 'last year': 100, 'this year': 110 + i, growth: 0.1 + i / 100 }), {
        2: { growth: 0.3 },
      }),
    ),
  },
  { rule: 'number-as-text', column: 'price', tables: texts('price', 20, (i) => `${i * 37}.50`, {}) },
  {
    rule: 'date-as-text',
    severity: 'info',
    column: 'due',
    tables: texts('due', 20, (i) => `2024/1/${i + 1}`, {}),
  },
  {
    rule: 'date-as-text',
    severity: 'warning',
    column: 'due',
    rows: [4],
    tables: texts('due', 20, (i) => `2024/1/${i + 1}`, { 3: '令和6年1月4日' }),
  },
  {
    rule: 'mixed-types',
    column: 'price',
    rows: [6],
    tables: texts('price', 40, (i) => `${i * 37}`, { 5: 'ask' }),
  },
  {
    rule: 'mixed-width',
    column: 'model',
    rows: [9],
    tables: texts('model', 40, (i) => `AB-${i}`, { 8: 'ＡＢ-8' }),
  },
  {
    rule: 'lost-leading-zeros',
    column: 'branch',
    rows: [21],
    tables: texts('branch', 40, (i) => `0${100 + i}`, { 20: '120' }),
  },
  {
    rule: 'lost-leading-zeros',
    column: '郵便番号',
    rows: [3],
    tables: numbers('郵便番号', 20, (i) => 1_000_001 + i * 400_000, { 2: 600_001 }, 'BIGINT'),
  },
  {
    rule: 'cut-digits',
    severity: 'error',
    column: 'card',
    tables: numbers('card', 20, (i) => 4_000_000_000_000_000 + i * 1_110, {}, 'BIGINT'),
  },
  {
    rule: 'dates-made-of-codes',
    column: 'lot',
    rows: [5],
    tables: texts('lot', 40, (i) => `${(i % 9) + 1}-${i + 13}`, { 4: '2-Jan' }),
  },
  {
    rule: 'invalid-email',
    column: 'mail',
    rows: [2],
    tables: texts('mail', 20, (i) => `a${i}@example.com`, { 1: 'a1@example' }),
  },
  {
    rule: 'invalid-phone',
    column: '電話番号',
    rows: [2],
    tables: texts('電話番号', 20, (i) => `03-1234-${5600 + i}`, { 1: '03-123-45' }),
  },
  {
    rule: 'invalid-postal-code',
    column: 'zip',
    rows: [2],
    tables: texts('zip', 20, (i) => `150-00${10 + i}`, { 1: '150-01' }),
  },
  {
    rule: 'invalid-corporate-number',
    severity: 'error',
    column: '法人番号',
    rows: [10],
    tables: texts('法人番号', 10, () => '7000012050002', { 9: '8000012050002' }),
  },
  {
    rule: 'future-dates',
    column: 'paid_on',
    rows: [5],
    tables: dates('paid_on', 200, { 4: '2199-01-05' }, 'future'),
  },
  {
    rule: 'far-dates',
    severity: 'error',
    column: 'paid_on',
    rows: [5],
    tables: dates('paid_on', 200, { 4: '1900-01-01' }),
  },
  {
    rule: 'swapped-day-month',
    column: 'paid_on',
    rows: [5],
    tables: dates('paid_on', 80, { 4: '2024-10-02' }, 'swapped'),
  },
  {
    rule: 'end-before-start',
    severity: 'error',
    column: 'end_date',
    rows: [5],
    tables: one(periods, records(40, period, { 4: { end_date: '2023-12-01' } })),
  },
  {
    rule: 'overlapping-periods',
    column: 'start_date',
    rows: [12],
    tables: one(periods, records(40, period, { 10: { end_date: day(115) } })),
  },
  {
    rule: 'outliers',
    column: 'amount',
    rows: [5],
    tables: numbers('amount', 400, (i) => 100 + ((i * 37) % 300), { 4: 80_000 }),
  },
  {
    rule: 'unit-jumps',
    column: 'amount',
    rows: [5],
    tables: numbers('amount', 400, (i) => 100 + ((i * 37) % 300), { 4: 200_000 }),
  },
  {
    rule: 'sign-flips',
    column: 'quantity',
    rows: [5],
    tables: numbers('quantity', 400, (i) => 100 + ((i * 37) % 300), { 4: -200 }),
  },
  {
    rule: 'inconsistent-spelling',
    column: 'firm',
    rows: [5],
    tables: texts('firm', 40, (i) => `株式会社${names[i % 4]}`, { 4: '㈱ａｌｐｈａ' }),
  },
  {
    rule: 'likely-typos',
    column: 'city',
    rows: [5],
    tables: texts('city', 60, (i) => names[i % 4], { 4: 'Alhpa' }),
  },
  {
    rule: 'key-with-two-names',
    column: 'product_name',
    rows: [5, 35, 65],
    tables: one(
      { product_id: 'VARCHAR', product_name: 'VARCHAR' },
      records(90, (i) => ({ product_id: code(i % 30), product_name: `Thing ${i % 30}` }), {
        34: { product_name: 'Another' },
      }),
    ),
  },
  {
    rule: 'mixed-units',
    column: 'weight',
    rows: [5],
    tables: texts('weight', 20, (i) => `${i + 1} kg`, { 4: '500 g' }),
  },
  {
    rule: 'differs-between-tables',
    column: 'price',
    rows: [5],
    tables: {
      subject: {
        columns: { sku: 'VARCHAR', price: 'BIGINT' },
        rows: records(40, (i) => ({ sku: code(i), price: i * 3 })),
      },
      later: {
        columns: { sku: 'VARCHAR', price: 'BIGINT' },
        rows: records(40, (i) => ({ sku: code(i), price: i * 3 }), { 4: { price: 77 } }),
      },
    },
  },
  {
    rule: 'blank-rows',
    rows: [5],
    tables: one(
      { a: 'VARCHAR', b: 'BIGINT' },
      records(20, (i) => ({ a: code(i), b: i }), { 4: { a: null, b: null } }),
    ),
  },
  {
    rule: 'missing-values',
    severity: 'info',
    column: 'b',
    rows: [5],
    tables: one(
      { a: 'VARCHAR', b: 'BIGINT' },
      records(60, (i) => ({ a: `x${i}`, b: i }), { 4: { b: null } }),
    ),
  },
  {
    rule: 'placeholder-values',
    column: 'owner',
    rows: [5],
    tables: texts('owner', 40, (i) => `Owner ${i}`, { 4: '未定' }),
  },
  {
    rule: 'date-gaps',
    column: 'month',
    tables: one(
      { month: 'DATE' },
      records(24, (i) => ({
        month: new Date(Date.UTC(2022, i < 10 ? i : i + 1, 1)).toISOString().slice(0, 10),
      })),
    ),
  },
  {
    rule: 'sequence-gaps',
    column: 'voucher_no',
    tables: numbers('voucher_no', 60, (i) => (i < 30 ? i : i + 1), {}, 'BIGINT'),
  },
  {
    rule: 'empty-columns',
    column: 'note',
    tables: one(
      { a: 'VARCHAR', note: 'VARCHAR' },
      records(20, (i) => ({ a: `x${i}` })),
    ),
  },
  {
    rule: 'constant-columns',
    column: 'currency',
    tables: one(
      { a: 'VARCHAR', currency: 'VARCHAR' },
      records(20, (i) => ({ a: `x${i}`, currency: 'JPY' })),
    ),
  },
];

/** Dates of early 2024, in an order that is no series. */
function dates(column: string, count: number, differing: Record<number, string>, among = ''): Case['tables'] {
  const from = among === 'swapped' ? Date.UTC(2024, 1, 1) : Date.UTC(2024, 0, 1);
  return one(
    { [column]: 'DATE' },
    records(
      count,
      (i) => ({ [column]: day(((i * 7) % 20) * 2, from) }),
      Object.fromEntries(Object.entries(differing).map(([i, value]) => [i, { [column]: value }])),
    ),
  );
}

async function review(tables: Case['tables']) {
  const workbook = await api.workbook();
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const described = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
    await api.post(`${workbook}/tables`, { name, columns: described });
    const { status, body } = await api.post(`${workbook}/tables/${name}/rows/upsert`, {
      rows,
      expected_version: 1,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  return { workbook, report: (await api.post(`${workbook}/review`)).body };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked by what is expected of them.
type Finding = any;

test.each(cases)('$rule, $severity $column', async ({ rule, tables, severity, column, rows }) => {
  const { workbook, report } = await review(tables);
  const found: Finding[] = report.findings.filter((finding: Finding) => finding.rule === rule);
  expect(
    found.map(({ column: at }) => at),
    JSON.stringify(report),
  ).toEqual([column]);
  const [finding] = found;
  if (severity) expect(finding.severity).toBe(severity);
  if (rows) expect(finding.row_ids).toEqual(rows);
  expect(finding.suggested_fix).not.toBe('');
  for (const { evidence, row_count } of report.findings) await repeats(workbook, evidence, row_count);
});

/** The query of a finding returns as many rows, the evidence first. */
async function repeats(workbook: string, evidence: Finding, rowCount: number): Promise<void> {
  const { status, body } = await api.post(`${workbook}/query`, { sql: evidence.sql });
  expect(status, `${evidence.sql}\n${JSON.stringify(body)}`).toBe(200);
  expect([body.row_count, body.rows.slice(0, 5)]).toEqual([rowCount, evidence.rows]);
}

test('without the mistake nothing is found', async () => {
  for (const { tables } of cases.filter(({ rule }) =>
    ['outliers', 'likely-typos', 'invalid-email'].includes(rule),
  )) {
    const clean = Object.fromEntries(
      Object.entries(tables).map(([name, { columns, rows }]) => [
        name,
        { columns, rows: rows.filter((_, i) => i !== 4 && i !== 1) },
      ]),
    );
    const { findings } = (await review(clean)).report;
    // Addresses are personal data, mistaken or not.
    expect(findings.filter(({ rule }: Finding) => rule !== 'untagged-personal-data')).toEqual([]);
  }
});

test('names of tables and columns may contain anything', async () => {
  const name = 'a"b\'; --';
  const { workbook, report } = await review({
    'x"y\'z': {
      columns: { [`${name} id`]: 'VARCHAR' },
      rows: records(300, (i) => ({ [`${name} id`]: i === 5 ? "K'1" : i === 9 ? "K'1" : code(i) })),
    },
  });
  expect(report.findings[0]).toMatchObject({ rule: 'duplicate-key', row_ids: [6, 10] });
  await repeats(workbook, report.findings[0].evidence, 2);
});
