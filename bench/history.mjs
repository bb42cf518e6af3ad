// Snapshots, restores and comparisons: what they cost should depend on what changed, not on how many rows there are.
import { printTable, timed } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { signIn, startService } from './support/service.mjs';

const TABLES = 499;
const CHANGED = 100;

const service = await startService();
try {
  const api = await signIn(service.url);
  const { workbook } = await uploadSales(api);
  await api('GET', `${workbook}/tables/sales/rows?limit=1`);
  const small = (await api('POST', '/api/v1/workbooks', { title: 'Small' })).id;
  const smallBook = `/api/v1/workbooks/${small}`;
  await fillTable(api, smallBook, 'sales', 1000);
  for (let i = 0; i < TABLES; i++)
    await api('POST', `${workbook}/tables`, { name: `table ${i}`, columns: [{ name: 'n', type: 'BIGINT' }] });

  const figures = [];
  for (const [name, book, column] of [
    [`${TABLES + 1} tables, one of ${ROWS} rows`, workbook, 'qty'],
    ['one table of 1,000 rows', smallBook, 'qty'],
  ]) {
    const table = `${book}/tables/sales`;
    const snapshot = await timed(() => api('POST', `${book}/snapshots`, { summary: 'bench' }));
    await api('POST', `${book}/versions`, { label: 'before' });
    const rows = Array.from({ length: CHANGED }, (_, i) => ({ __svc_row_id: i * 9 + 1, [column]: -i - 1 }));
    await api('POST', `${table}/rows/upsert`, { rows, expected_version: null });
    const diff = await timed(() => api('GET', `${book}/versions/before/diff`));
    const restore = await timed(() => api('POST', `${book}/versions/before/revert`));
    await api('POST', `${table}/columns`, {
      column: 'extra',
      type: 'BIGINT',
      default: 1,
      expected_version: null,
    });
    const segment = await timed(() => api('POST', `${book}/versions/before/revert`));
    figures.push([name, ...[snapshot, diff, restore, segment].map((ms) => `${ms.toFixed(0)} ms`)]);
  }
  printTable(
    'History',
    [
      'workbook',
      'snapshot',
      `compare: ${CHANGED} cells edited`,
      'restore: edits between',
      'restore: a column between',
    ],
    figures,
  );

  const table = `${workbook}/tables/sales`;
  const columns = (await api('GET', `${table}/columns`)).columns;
  const wide = columns.find(({ type }) => type === 'BIGINT' || type === 'INTEGER');
  await api('PATCH', `${table}/columns/${encodeURIComponent(wide.name)}`, {
    type: 'DOUBLE',
    expected_version: null,
  });
  const rewritten = await timed(() => api('GET', `${workbook}/versions/before/diff`));
  printTable(
    'A comparison of all rows',
    ['', 'measured'],
    [[`compare all ${ROWS} rows, after a column was retyped`, `${rewritten.toFixed(0)} ms`]],
  );
} finally {
  await service.stop();
}

async function fillTable(api, book, name, rows) {
  await api('POST', `${book}/tables`, { name, columns: [{ name: 'qty', type: 'BIGINT' }] });
  const values = Array.from({ length: rows }, (_, i) => ({ qty: i }));
  await api('POST', `${book}/tables/${name}/rows/upsert`, { rows: values, expected_version: null });
}
