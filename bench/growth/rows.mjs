import { printGrowth } from './measure-growth.mjs';
import { newBook, stockLines, uploadCsv, upsert } from './workbook.mjs';

const EDITED = 100;

export async function printGrowthOfRows({ api, pid }) {
  await printGrowth({
    title: 'Growth: rows',
    unit: 'rows',
    sizes: [10_000, 100_000, 1_000_000, 10_000_000, 50_000_000],
    pid,
    measure: (size, cost) => measureRows(api, size, cost),
  });
}

async function measureRows(api, size, cost) {
  const book = await newBook(api, `${size} rows`);
  const table = `${book}/tables/stock`;
  await cost('upload of a csv file', () => uploadCsv(api, book, 'stock', stockLines(size)));
  const page = (offset) => api('GET', `${table}/rows?limit=100&offset=${offset}`);
  await cost('first page', () => page(0), { grows: 'constant' });
  const sum = () =>
    api('POST', `${book}/query`, { sql: 'select name, sum(qty * price) from stock group by name' });
  await cost('sums by 5,000 names, first', sum);
  await cost('the same again', sum);
  await cost('page somewhere', (i) => page((size / 20) * i), { grows: 'constant', times: 10 });
  await cost('list of tables', () => api('GET', `${book}/tables`), { grows: 'constant', times: 10 });
  await cost('named version', () => api('POST', `${book}/versions`, { label: 'before' }), {
    grows: 'constant',
  });
  await cost(`edit of ${EDITED} rows`, (i) => upsert(api, table, editsOf(size, i)), {
    grows: 'constant',
    times: 10,
  });
  await cost('page after it', () => page(size / 2), { grows: 'constant' });
  await cost('compare', () => api('GET', `${book}/versions/before/diff`), { grows: 'constant' });
  await cost('restore', () => api('POST', `${book}/versions/before/revert`), { grows: 'constant' });
  const { op_id } = await upsert(api, table, editsOf(size, 0));
  await cost(`undo of ${EDITED} rows`, () => api('POST', `${book}/ops/${op_id}/undo`), { grows: 'constant' });
}

/** Rows all over the table. */
function editsOf(rows, round) {
  return Array.from({ length: EDITED }, (_, i) => ({
    __svc_row_id: Math.floor((rows / EDITED) * i) + round + 1,
    qty: -i - 1,
  }));
}
