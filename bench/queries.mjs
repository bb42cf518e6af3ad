// The overhead of the service around DuckDB: the same SQL over the same 1M x 12 rows through HTTP and in
// process.

import { compare, printTable } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { salesInProcess } from './support/sales-in-process.mjs';
import { signIn, startService } from './support/service.mjs';

const ROUNDS = 40;
const GOAL_RATIO = 1.2;
const GOAL_EXTRA_MS = 5;

const statements = [
  [
    'aggregate',
    'select region, product, count(*) as n, sum(amount) as total, avg(price) as mean from sales group by all order by all',
  ],
  [
    'filtered aggregate',
    "select date_trunc('month', day) as month, sum(amount) as total from sales where qty > 50 group by 1 order by 1",
  ],
  ['page of 100', 'select * from sales where __svc_row_id > 500000 order by __svc_row_id limit 100'],
  ['page of 100 by value', 'select * from sales order by amount desc, __svc_row_id limit 100'],
];

const service = await startService();
try {
  const api = await signIn(service.url);
  const { workbook, seconds } = await uploadSales(api);
  console.log(`upload of ${ROWS} rows x 12: ${seconds.toFixed(1)} s`);

  const connection = await salesInProcess(service, api, workbook);

  const rows = [];
  for (const [name, sql] of statements) {
    const inProcess = async () => JSON.stringify((await connection.runAndReadAll(sql)).getRowObjectsJson());
    // What was asked before is kept, so each of these has a text of its own.
    let asked = 0;
    const texts = { '': () => `${sql} -- ${asked++}`, ', again': () => sql };
    for (const [how, text] of Object.entries(texts)) {
      const ask = () => api('POST', `${workbook}/query`, { sql: text() });
      rows.push(report(name + how, await compare(ROUNDS, ask, inProcess)));
    }
  }
  const firstRows = 'select * from sales order by __svc_row_id limit 100';
  const inProcess = async () =>
    JSON.stringify((await connection.runAndReadAll(firstRows)).getRowObjectsJson());
  // A page that was read before is kept, so each of these begins somewhere else.
  let offset = 0;
  const pages = {
    'rows endpoint, first 100, again': () => api('GET', `${workbook}/tables/sales/rows?limit=100`),
    'rows endpoint, 100 not read before': () =>
      api('GET', `${workbook}/tables/sales/rows?limit=100&offset=${offset++}`),
  };
  for (const [name, read] of Object.entries(pages))
    rows.push(report(name, await compare(ROUNDS, read, inProcess)));
  printTable(
    `Query through HTTP against DuckDB in process, ${ROWS} x 12 rows`,
    ['', 'HTTP ms', 'DuckDB ms', 'ratio', 'goal ms', 'met'],
    rows,
  );
} finally {
  await service.stop();
}

function report(name, { ours, theirs }) {
  const goal = theirs * GOAL_RATIO + GOAL_EXTRA_MS;
  return [
    name,
    ours.toFixed(1),
    theirs.toFixed(1),
    `${(ours / theirs).toFixed(2)}x`,
    goal.toFixed(1),
    ours <= goal ? 'yes' : 'no',
  ];
}
