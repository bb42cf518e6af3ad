import { owner } from '../support/service.mjs';
import { printGrowth } from './measure-growth.mjs';
import { newBook } from './workbook.mjs';

const COLUMNS = [
  { name: 'n', type: 'BIGINT' },
  { name: 't', type: 'VARCHAR' },
];

export async function printGrowthOfTables({ api, writers, pid, url }) {
  const { access_token: token } = await api('POST', '/api/auth/login', owner);
  await printGrowth({
    title: 'Growth: empty tables of a workbook',
    unit: 'tables',
    sizes: [50, 500, 5000],
    pid,
    measure: (size, cost) => measureTables({ api, writers, url, token }, size, cost),
  });
}

async function measureTables({ api, writers, url, token }, size, cost) {
  const book = await newBook(api, `${size} tables`);
  const create = (i) => writers.next()('POST', `${book}/tables`, { name: `t${i}`, columns: COLUMNS });
  for (let i = 0; i < size; i++) await create(i);
  const constant = { grows: 'constant' };
  await cost('one more table', (i) => create(size + i), { ...constant, times: 10 });
  await cost('list of tables, first page', () => api('GET', `${book}/tables?limit=100`), constant);
  await cost('empty list of classifications', () => api('GET', `${book}/classifications`), {
    ...constant,
    times: 5,
  });
  await cost('one row of one table', () => api('GET', `${book}/tables/t1/rows?limit=1`), constant);
  await cost('zip of csv files, first byte', () => firstByteOfExport(`${url}${book}`, token), constant);
  await cost('zip of csv files, whole', () => wholeExport(`${url}${book}`, token));
  await cost('review', () => api('POST', `${book}/review`));
  await cost('named version', () => api('POST', `${book}/versions`, { label: 'before' }));
  await api('POST', `${book}/tables/t0/rows/upsert`, { rows: [{ n: 1 }], expected_version: null });
  await cost('compare, one table changed', () => api('GET', `${book}/versions/before/diff`));
  await cost('restore, one table changed', () => api('POST', `${book}/versions/before/revert`));
}

function exportOf(book, token) {
  return fetch(`${book}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  });
}

async function firstByteOfExport(book, token) {
  const reader = (await exportOf(book, token)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

async function wholeExport(book, token) {
  await (await exportOf(book, token)).arrayBuffer();
}
