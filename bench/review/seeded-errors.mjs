import { printTable } from '../support/measure.mjs';

/** Small tables with one mistake each, as a person would make it, and the rules that should tell. */

const day = (i) => new Date(Date.UTC(2025, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
const rows = (count, make, odd = {}) => Array.from({ length: count }, (_, i) => ({ ...make(i), ...odd[i] }));
const shops = ['North', 'South', 'East', 'West'];
const products = ['Lamp', 'Chair', 'Desk', 'Shelf', 'Stool', 'Mirror'];
const code = (i) => `P-${String(i + 101)}`;
/** Figures that look like those of a business, the same every time. */
const figure = (i, low = 200, high = 900) => low + ((i * 7919 + 104_729) % (high - low));

const list = (name, records) => ({ name, records });
const csv = (name, lines) => ({ name, csv: lines.map((line) => line.join(',')).join('\n') });

const orderLines = (odd) =>
  rows(
    24,
    (i) => ({
      order: `SO-${1000 + i}`,
      qty: (i % 5) + 1,
      unit_price: 40 + (i % 4) * 15,
      amount: ((i % 5) + 1) * (40 + (i % 4) * 15),
    }),
    odd,
  );
const invoices = (odd) =>
  rows(
    20,
    (i) => ({ invoice: `INV-${2000 + i}`, net: figure(i) * 10, tax: figure(i), total: figure(i) * 11 }),
    odd,
  );
const balance = (equity) =>
  csv('balance.csv', [
    ['Item', '2023', '2024'],
    ['Cash', 1200, 1500],
    ['Receivables', 2300, 2100],
    ['Total assets', 3500, 3600],
    ['Loans', 1000, 900],
    ['Payables', 700, 800],
    ['Total liabilities', 1700, 1700],
    ['Total equity', 1800, equity],
  ]);
const report = (total, label = 'Total') =>
  csv('regions.csv', [
    ['Region', 'Sales', 'Visits'],
    ...shops.map((shop, i) => [shop, figure(i), 20 + i * 7]),
    [label, total, 122],
  ]);
const sumOfRegions = shops.reduce((sum, _, i) => sum + figure(i), 0);

/** What is wrong, the rules of which one should tell, and the tables.
 * @type {[string, string[], any[]][]} */
const seeds = [
  ['total 50 % too large', ['stated-totals'], [report(Math.round(sumOfRegions * 1.5))]],
  ['total a tenth', ['stated-totals'], [report(Math.round(sumOfRegions / 10))]],
  ['total off by 9 (digits turned)', ['stated-totals'], [report(sumOfRegions + 9)]],
  ['合計 twice too large', ['stated-totals'], [report(sumOfRegions * 2, '合計')]],
  ['assets against liabilities and equity', ['unbalanced-sheets', 'stated-totals'], [balance(1950)]],
  ['amount typed over', ['line-amounts'], [list('orders', orderLines({ 7: { amount: 999 } }))]],
  ['net and tax', ['tax-amounts'], [list('invoices', invoices({ 4: { total: 5 } }))]],
  [
    'odd tax rate',
    ['odd-tax-rates', 'tax-amounts'],
    [list('invoices', invoices({ 4: { tax: figure(4) * 2, total: figure(4) * 12 } }))],
  ],
  [
    'growth that does not follow',
    ['wrong-growth'],
    [
      list(
        'growth',
        rows(
          8,
          (i) => ({
            region: `R${i}`,
            'last year': figure(i),
            'this year': figure(i) + 20 + i,
            growth: Math.round(((20 + i) / figure(i)) * 1000) / 1000,
          }),
          { 5: { growth: 0.4 } },
        ),
      ),
    ],
  ],
  [
    'price unlike the list',
    ['prices-unlike-list'],
    [
      list(
        'orders',
        rows(24, (i) => ({ product_code: code(i % 6), unit_price: 10 + (i % 6) * 5 }), {
          9: { unit_price: 52 },
        }),
      ),
      list(
        'prices',
        products.map((name, i) => ({ product_code: code(i), name, price: 10 + i * 5 })),
      ),
    ],
  ],
  [
    'one code with two names',
    ['key-with-two-names'],
    [
      list(
        'lines',
        rows(24, (i) => ({ product_code: code(i % 6), product_name: products[i % 6], qty: i + 1 }), {
          9: { product_name: 'Sofa' },
        }),
      ),
    ],
  ],
  [
    'summary against its detail',
    ['summaries-unlike-detail'],
    [
      list(
        'summary',
        shops.map((region, i) => ({ region, sales: 450 + i * 50 + (i === 2 ? 70 : 0) })),
      ),
      list(
        'sales',
        rows(20, (i) => ({ day: day(i), region: shops[i % 4], sales: (i + 1) * 10 })),
      ),
    ],
  ],
  [
    'a month missing across',
    ['missing-periods'],
    [
      csv('plan.csv', [
        ['Shop', 'Jan', 'Feb', 'Apr', 'May', 'Jun'],
        ...shops.map((shop, i) => [shop, ...[0, 1, 2, 3, 4].map((at) => figure(i * 5 + at))]),
      ]),
    ],
  ],
  [
    'a month missing down',
    ['missing-periods', 'date-gaps'],
    [
      list(
        'months',
        rows(11, (i) => ({
          month: `2025-${String(i < 6 ? i + 1 : i + 2).padStart(2, '0')}`,
          sales: figure(i),
        })),
      ),
    ],
  ],
  [
    'thousands among units',
    ['unit-jumps', 'outliers'],
    [
      list(
        'sales',
        rows(12, (i) => ({ shop: `S${i}`, revenue: figure(i) * 1000 }), { 6: { revenue: figure(6) } }),
      ),
    ],
  ],
  [
    'digits of card numbers lost',
    ['cut-digits'],
    [
      csv('cards.csv', [
        ['card', 'owner'],
        ...rows(12, (i) => [`${4_000_123_412_340 + i}000`, `Ann ${i}`]).map((row) => Object.values(row)),
      ]),
    ],
  ],
  [
    'an order twice',
    ['duplicate-key', 'duplicate-rows'],
    [
      list(
        'orders',
        rows(60, (i) => ({ order_id: `A-${i}`, day: day(i), amount: figure(i) }), {
          40: { order_id: 'A-8', day: day(8), amount: figure(8) },
        }),
      ),
    ],
  ],
  [
    'a customer that does not exist',
    ['orphan-references'],
    [
      list(
        'orders',
        rows(40, (i) => ({ customer_id: `C${String(i % 20).padStart(3, '0')}`, amount: figure(i) }), {
          7: { customer_id: 'C999' },
        }),
      ),
      list(
        'customers',
        rows(30, (i) => ({ customer_id: `C${String(i).padStart(3, '0')}`, name: `Person ${i}` })),
      ),
    ],
  ],
  [
    'end before start',
    ['end-before-start'],
    [
      list(
        'projects',
        rows(20, (i) => ({ name: `p${i}`, start_date: day(i), end_date: day(i + 30) }), {
          3: { end_date: '2024-01-01' },
        }),
      ),
    ],
  ],
  [
    'a date in the wrong century',
    ['far-dates'],
    [
      list(
        'staff',
        rows(30, (i) => ({ name: `Ann ${i}`, hired: day(i * 20) }), { 11: { hired: '1905-03-01' } }),
      ),
    ],
  ],
  [
    'a negative quantity',
    ['sign-flips'],
    [
      list(
        'stock',
        rows(120, (i) => ({ item: `i${i}`, qty: 10 + (i % 20) }), { 50: { qty: -15 } }),
      ),
    ],
  ],
  [
    'a city misspelled',
    ['likely-typos', 'inconsistent-spelling'],
    [
      list(
        'sites',
        rows(40, (i) => ({ site: `s${i}`, city: ['Hamburg', 'Lisbon'][i % 2] }), { 9: { city: 'Hambrug' } }),
      ),
    ],
  ],
  [
    'upper and lower case',
    ['inconsistent-spelling'],
    [
      list(
        'sites',
        rows(40, (i) => ({ site: `s${i}`, city: ['Hamburg', 'Lisbon'][i % 2] }), { 9: { city: 'LISBON' } }),
      ),
    ],
  ],
  [
    'an e-mail without a domain',
    ['invalid-email'],
    [
      list(
        'people',
        rows(30, (i) => ({ name: `Ann ${i}`, email: `ann${i}@example.com` }), { 4: { email: 'ann4@' } }),
      ),
    ],
  ],
  [
    'n/a among amounts',
    ['placeholder-values', 'mixed-types'],
    [
      csv('amounts.csv', [
        ['item', 'amount'],
        ...rows(30, (i) => ({ item: `i${i}`, amount: i === 9 ? 'tbd' : figure(i) })).map((row) =>
          Object.values(row),
        ),
      ]),
    ],
  ],
  [
    'a key left empty',
    ['missing-values'],
    [
      list(
        'orders',
        rows(60, (i) => ({ order_id: `A-${i}`, amount: figure(i) }), { 33: { order_id: null } }),
      ),
    ],
  ],
  [
    'shares of 95 %',
    ['shares-not-whole'],
    [
      list(
        'mix',
        [40, 30, 20, 5].map((share, i) => ({ region: shops[i], share })),
      ),
    ],
  ],
  [
    'a total among the records',
    ['total-rows', 'stated-totals'],
    [
      list(
        'sales',
        rows(21, (i) => ({ shop: `Shop ${i}`, amount: 10 }), { 20: { shop: 'Total', amount: 200 } }),
      ),
    ],
  ],
  [
    'a voucher that does not balance',
    ['unbalanced-vouchers'],
    [
      list(
        'journal',
        rows(
          24,
          (i) => ({
            voucher_no: `V${i >> 1}`,
            debit: i % 2 ? null : figure(i >> 1),
            credit: i % 2 ? figure(i >> 1) : null,
          }),
          { 7: { credit: 1 } },
        ),
      ),
    ],
  ],
  [
    'a number left out of a sequence',
    ['sequence-gaps'],
    [
      list(
        'invoices',
        rows(40, (i) => ({ invoice_no: i < 20 ? i + 1 : i + 2, amount: figure(i) })),
      ),
    ],
  ],
];

/** Reviews each table with its mistake, and counts the mistakes that are told. */
export async function countSeededErrors(api) {
  const missed = [];
  for (const [mistake, rules, tables] of seeds) {
    const { findings } = await reviewTables(api, tables);
    if (!findings.some(({ rule }) => rules.includes(rule)))
      missed.push([mistake, rules.join(' or '), findings.map(({ rule }) => rule).join(', ')]);
  }
  printTable(
    `Mistakes told: ${seeds.length - missed.length} of ${seeds.length}`,
    ['missed', 'rule', 'told instead'],
    missed,
  );
}

async function reviewTables(api, tables) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'seeded' });
  const workbook = `/api/v1/workbooks/${id}`;
  for (const { name, records, csv } of tables) {
    if (csv) await api('POST', `${workbook}/sources`, fileOf(name, csv));
    else await addTable(api, workbook, name, records);
  }
  return await api('POST', `${workbook}/review`);
}

function fileOf(name, text) {
  const form = new FormData();
  form.set('file', new File([text], name));
  return form;
}

async function addTable(api, workbook, name, records) {
  const columns = Object.entries(records[0]).map(([column]) => ({
    name: column,
    type: typeOf(records, column),
  }));
  await api('POST', `${workbook}/tables`, { name, columns });
  await api('POST', `${workbook}/tables/${name}/rows/upsert`, { rows: records, expected_version: 1 });
}

function typeOf(records, column) {
  const value = records.map((record) => record[column]).find((one) => one !== null);
  if (typeof value === 'number')
    return records.every((record) => Number.isInteger(record[column] ?? 0)) ? 'BIGINT' : 'DOUBLE';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? 'DATE' : 'VARCHAR';
}
