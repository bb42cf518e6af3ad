// What work costs as workbooks grow, in processor time of the service and its children, with the exponent of its growth over the
// last two decades: 1 is linear, 0 is constant. `npm run bench -- growth`; sizes above those of GROWTH_MAX are left out.
import { printTable } from './support/measure.mjs';
import { familyOf, mintClients, owner, signIn, startService } from './support/service.mjs';

const MAX = Number(process.env.GROWTH_MAX ?? Infinity);
const TABLES = [30, 300, 3000].filter((size) => size <= MAX);
const EDITS = [1000, 10_000, 100_000].filter((size) => size <= MAX);
const EDITS_AT_ONCE = 4000;
const UNDONE = 10_000;

const service = await startService();
try {
  const api = await signIn(service.url);
  const [writer] = await mintClients(service.url, api, 1);
  const { access_token: token } = await api('POST', '/api/auth/login', owner);
  await printGrowth('Growth: tables', 'tables', TABLES, (size, cost) =>
    tables({ api, writer, token }, size, cost),
  );
  await printGrowth('Growth: edits', 'edited rows', EDITS, (size, cost) => edits(api, size, cost));
} finally {
  await service.stop();
}

/** Measures each size, and prints a row for each piece of work. */
async function printGrowth(title, unit, sizes, measure) {
  const costs = new Map();
  for (const size of sizes) {
    const cost = async (name, work) => {
      const before = await cpuMs();
      await work();
      const ofName = costs.get(name) ?? new Map();
      ofName.set(size, (await cpuMs()) - before);
      costs.set(name, ofName);
    };
    await measure(size, cost);
  }
  printTable(
    title,
    ['', ...sizes.map((size) => `${size.toLocaleString('en')} ${unit}`), 'exponent'],
    [...costs].map(([name, bySize]) => [
      name,
      ...sizes.map((size) => `${bySize.get(size).toFixed(0)} ms`),
      exponent(bySize),
    ]),
  );
}

/** The clock counts hundredths of a second: less than one of them is taken as one. */
function exponent(bySize) {
  const points = [...bySize].sort(([one], [other]) => one - other);
  const last = points.at(-1);
  const first = points.find(([size]) => size >= last[0] / 100);
  if (first[0] === last[0]) return '';
  const growth = Math.log(Math.max(last[1], 10) / Math.max(first[1], 10));
  return (growth / Math.log(last[0] / first[0])).toFixed(2);
}

async function cpuMs() {
  const family = await familyOf(service.pid);
  return family.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1000;
}

async function tables({ api, writer, token }, size, cost) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: `${size} tables` });
  const book = `/api/v1/workbooks/${id}`;
  const columns = [
    { name: 'n', type: 'BIGINT' },
    { name: 't', type: 'VARCHAR' },
  ];
  for (let i = 0; i < size; i++) await writer('POST', `${book}/tables`, { name: `t${i}`, columns });
  await cost('an empty list of classifications', () => api('GET', `${book}/classifications`));
  await cost('a zip of csv files, first byte', () => firstByteOfExport(book, token));
  await cost('a zip of csv files, whole', () => wholeExport(book, token));
  await api('POST', `${book}/versions`, { label: 'before' });
  await api('POST', `${book}/tables/t0/rows/upsert`, { rows: [{ n: 1 }], expected_version: null });
  await cost('compare, one table changed', () => api('GET', `${book}/versions/before/diff`));
  await cost('restore, one table changed', () => api('POST', `${book}/versions/before/revert`));
}

async function edits(api, size, cost) {
  const { id } = await api('POST', '/api/v1/workbooks', { title: `${size} edits` });
  const book = `/api/v1/workbooks/${id}`;
  const form = new FormData();
  const lines = Array.from({ length: size }, (_, i) => `name ${i},${i % 100},${i / 4}`);
  form.append('structuring', 'skip');
  form.append('file', new Blob([['name,qty,price', ...lines].join('\n')]), 'stock.csv');
  await api('POST', `${book}/sources`, form);
  const sum = () => api('POST', `${book}/query`, { sql: 'select sum(qty) from stock' });
  await sum();
  await api('POST', `${book}/versions`, { label: 'before' });
  for (let start = 0; start < size; start += EDITS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(EDITS_AT_ONCE, size - start) }, (_, i) => ({
      __svc_row_id: start + i + 1,
      qty: -i - 1,
    }));
    await api('POST', `${book}/tables/stock/rows/upsert`, { rows, expected_version: null });
  }
  await cost('the first query after the edits', sum);
  await cost('compare', () => api('GET', `${book}/versions/before/diff`));
  await cost('restore', () => api('POST', `${book}/versions/before/revert`));
  const rows = Array.from({ length: Math.min(size, UNDONE) }, (_, i) => ({ __svc_row_id: i + 1, qty: i }));
  const { op_id } = await api('POST', `${book}/tables/stock/rows/upsert`, { rows, expected_version: null });
  await cost(`undo of at most ${UNDONE.toLocaleString('en')} rows`, () =>
    api('POST', `${book}/ops/${op_id}/undo`),
  );
}

function exportOf(book, token) {
  return fetch(`${service.url}${book}/export`, {
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
