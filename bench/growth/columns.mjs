import { printGrowth } from './measure-growth.mjs';
import { newBook, uploadCsv, upsert } from './workbook.mjs';

const ROWS = 20;

export async function printGrowthOfColumns({ api, pid }) {
  await printGrowth({
    title: `Growth: columns of ${ROWS} rows`,
    unit: 'columns',
    sizes: [160, 1600, 16_000],
    pid,
    measure: (size, cost) => measureColumns(api, size, cost),
  });
}

async function measureColumns(api, size, cost) {
  const book = await newBook(api, `${size} columns`);
  const table = `${book}/tables/wide`;
  await cost('upload of a csv file as it is', () => uploadCsv(api, book, 'wide', linesOf(size)));
  const last = `c${size - 1}`;
  const query = (column) => () => api('POST', `${book}/query`, { sql: `select sum(${column}) from wide` });
  await cost('sum of one column, first', query(last), { grows: 'constant' });
  await cost('the same again', query(last), { grows: 'constant', times: 20 });
  await cost('sum of another column', query('c7'), { grows: 'constant' });
  await cost('page of rows, first', () => api('GET', `${table}/rows?limit=${ROWS}`));
  await cost('columns and their types', () => api('GET', `${table}/columns`));
  await cost('upsert of one cell', (i) => upsert(api, table, [{ __svc_row_id: 1, [last]: i }]), {
    grows: 'constant',
    times: 5,
  });
  await cost('sum of one column after it', query(last), { grows: 'constant' });
  await cost('the page after it', () => api('GET', `${table}/rows?limit=${ROWS}`));
  await cost('list of tables', () => api('GET', `${book}/tables`), { grows: 'constant', times: 10 });
}

function* linesOf(columns) {
  const line = (cell) => Array.from({ length: columns }, (_, column) => cell(column)).join(',');
  yield line((column) => `c${column}`);
  for (let row = 0; row < ROWS; row++) yield line((column) => (row * 31 + column) % 1000);
}
