import { printTable } from '../support/measure.mjs';

const TABLES = 50;
const ROWS = 100_000;
const COLUMNS = 10;
const GOAL_SECONDS = 45;

/** A lint over many tables such as businesses keep, with a few mistakes in each. */
export async function measureLint(api) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'review' });
  const workbook = `/api/v1/workbooks/${id}`;
  for (let nth = 0; nth < TABLES; nth++) {
    const form = new FormData();
    form.set('structuring', 'skip');
    form.set('file', new Blob([ordersCsv(nth)]), `orders${nth}.csv`);
    await api('POST', `${workbook}/sources`, form);
  }
  const rows = [];
  for (const round of ['first, with the tables loaded into the engine', 'again']) {
    const startedAt = performance.now();
    const answer = await api('POST', `${workbook}/review`);
    const seconds = (performance.now() - startedAt) / 1000;
    const cells = TABLES * ROWS * COLUMNS;
    rows.push([
      round,
      seconds.toFixed(1),
      ((seconds / cells) * 1_000_000 * 1000).toFixed(0),
      answer.findings?.length ?? 'a job',
      answer.findings && seconds <= GOAL_SECONDS ? 'yes' : 'no',
    ]);
  }
  printTable(
    `Lint of ${TABLES} tables of ${ROWS} rows and ${COLUMNS} columns`,
    ['', 'seconds', 'ms per million cells', 'findings', `within ${GOAL_SECONDS} s`],
    rows,
  );
}

const regions = ['North', 'South', 'East', 'West'];

function ordersCsv(nth) {
  const lines = ['order_id,day,region,product,customer,email,quantity,price,amount,note'];
  for (let i = 0; i < ROWS; i++) {
    const day = new Date(Date.UTC(2022, 0, 1 + (i % 900))).toISOString().slice(0, 10);
    const quantity = 1 + ((i * 7919) % 50);
    const price = 100 + ((i * 104_729) % 9000) / 10;
    const customer = (i * 31 + nth) % 5000;
    const order = i === 500 ? 499 : i;
    const region = i === 700 ? 'north' : regions[i % 4];
    lines.push(
      `A${order},${day},${region},product ${i % 300},customer ${customer},c${customer}@example.com,${quantity},` +
        `${price},${i === 900 ? 99_000_000 : (quantity * price).toFixed(2)},note ${(i * 17) % 60_000}`,
    );
  }
  return lines.join('\n');
}
