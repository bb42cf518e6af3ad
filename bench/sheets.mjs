// A sheet with a view of 100k rows as an xlsx file, against the export of the same table: what the report adds
// (styles on every cell, totals, widths from all rows, print set-up) may cost a third.
import { median, printTable, timed } from './support/measure.mjs';
import { signIn, startService } from './support/service.mjs';

const ROWS = 100_000;
const ROUNDS = 7;
const GOAL = 1.3;

const service = await startService();
try {
  const api = await signIn(service.url);
  const token = await mint(api);
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const workbook = `/api/v1/workbooks/${id}`;
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([ordersCsv()]), 'orders.csv');
  await api('POST', `${workbook}/sources`, form);
  const view = { kind: 'table_view', table: 'orders' };
  const totals = [
    { column: 'qty', fn: 'sum' },
    { column: 'amount', fn: 'sum' },
  ];
  const sheets = {
    'the whole table': [view],
    'with a title, a text and totals': [
      { kind: 'heading', text: 'Orders' },
      { kind: 'text', text: 'All orders of the year.' },
      { ...view, totals },
    ],
    'half of its rows, sorted': [
      { ...view, filter: { column: 'qty', op: 'lt', value: 50 }, order_by: ['-amount'], totals },
    ],
  };
  const rows = [];
  for (const [name, blocks] of Object.entries(sheets)) {
    await api('PUT', `${workbook}/sheets/bench`, { spec: { blocks } });
    const render = () => download(token, 'GET', `${workbook}/sheets/bench/render`);
    const bare = () => download(token, 'POST', `${workbook}/export`, { tables: ['orders'] });
    /** @type {Record<'render' | 'bare', number[]>} */
    const times = { render: [], bare: [] };
    let [bytes, bareBytes] = [0, 0];
    for (let round = -1; round < ROUNDS; round++) {
      const rendered = await timed(async () => {
        bytes = await render();
      });
      const exported = await timed(async () => {
        bareBytes = await bare();
      });
      if (round < 0) continue;
      times.render.push(rendered);
      times.bare.push(exported);
    }
    const ratio = median(times.render) / median(times.bare);
    rows.push([
      name,
      median(times.render).toFixed(0),
      median(times.bare).toFixed(0),
      ratio.toFixed(2),
      ratio <= GOAL ? 'yes' : 'no',
      `${(bytes / 2 ** 20).toFixed(1)} / ${(bareBytes / 2 ** 20).toFixed(1)}`,
    ]);
  }
  printTable(
    `A sheet over ${ROWS} x 10 rows as xlsx against the export of the table, medians of ${ROUNDS}`,
    ['', 'sheet ms', 'export ms', 'ratio', `within ${GOAL}`, 'MB'],
    rows,
  );
} finally {
  await service.stop();
}

async function mint(api) {
  const body = { name: 'bench', scopes: ['workbooks:write'], rate_limit_per_minute: 10_000 };
  return (await api('POST', '/api/v1/me/tokens', body)).token;
}

/** The size of the file. */
async function download(token, method, path, body) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

function ordersCsv() {
  const lines = ['day,region,customer,note,qty,price,amount,discount,paid,code'];
  for (let i = 0; i < ROWS; i++) {
    const day = new Date(Date.UTC(2024, 0, 1 + (i % 365))).toISOString().slice(0, 10);
    const [qty, price] = [(i * 7919) % 100, ((i * 104729) % 10000) / 100];
    const amount = (qty * price).toFixed(2);
    lines.push(
      `${day},${['North', 'South', '東京'][i % 3]},customer ${(i * 31) % 5000},note number ${i % 1000},${qty},${price},${amount},${(i % 20) / 100},${i % 3 === 0},${String(i % 997).padStart(5, '0')}`,
    );
  }
  return lines.join('\n');
}
