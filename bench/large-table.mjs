// A table larger than the memory of the engine: `node bench/large-table.mjs [rows]`, 50 million unless told, is made by a
// transform, then opened after a restart, paged, aggregated and exported, while the memory of all processes is watched.

import { once } from 'node:events';
import { request } from 'node:http';
import { printTable } from './support/measure.mjs';
import { familyOf, owner, sendJson, signIn, startService } from './support/service.mjs';

const ROWS = Number(process.argv[2] ?? 50_000_000);
const SIDE = 10_000;
const MEMORY_MB = 512;
const WATCH_EVERY_MS = 500;

const limits = {
  SVC_QUERY_MEMORY_MB: String(MEMORY_MB),
  SVC_QUERY_TIMEOUT_MS: '3600000',
  SVC_ENGINE_PROCESSES: '1',
};

/** A thousand customers, some texts that repeat and numbers that do not. */
const code = `select a.n * ${SIDE} + b.n as id, (a.n * 31 + b.n * 7) % 1000 as customer,
  'product ' || (b.n % 50) as product, date '2020-01-01' + cast((a.n + b.n) % 2000 as integer) as day,
  (b.n * 7919) % 100 as qty, ((a.n * 104729 + b.n) % 10000) / 100 as price
  from {{ numbers }} a cross join {{ numbers }} b where a.n < ${Math.ceil(ROWS / SIDE)}`;

const measured = [];

const first = await startService(limits);
let service = first;
try {
  let api = await signIn(service.url);
  const workbook = `/api/v1/workbooks/${(await api('POST', '/api/v1/workbooks', { title: 'large' })).id}`;
  const form = new FormData();
  form.set('structuring', 'skip');
  const numbers = Array.from({ length: SIDE }, (_, n) => n).join('\n');
  form.set('file', new Blob([`n\n${numbers}\n`]), 'numbers.csv');
  await api('POST', `${workbook}/sources`, form);
  const args = { numbers: 'numbers' };
  const transform = { name: 'large', kind: 'sql', code, args, output: 'large', key: ['id'] };
  await measure('made by a transform', () => api('POST', `${workbook}/transforms`, transform));
  await first.stop({ keepsData: true });

  service = await startService({ ...limits, SVC_DATA_DIR: first.dataDir });
  api = await signIn(service.url);
  const rows = `${workbook}/tables/large/rows?limit=100`;
  await measure('first page after a start', () => api('GET', rows));
  await measure('the same again', () => api('GET', rows));
  await measure('page in the middle', () => api('GET', `${rows}&offset=${ROWS / 2}`));
  const query = (sql) => () => api('POST', `${workbook}/query`, { sql });
  await measure('count and sum', query('select count(*) as n, sum(qty * price) as total from large'));
  await measure(
    'grouped by 50,000 keys',
    query(
      'select customer, product, sum(qty) as qty from large group by all order by qty desc, customer, product limit 100',
    ),
  );
  await measure('largest 100 of all', query('select * from large order by price desc, id limit 100'));
  const { firstByteMs, mb } = await measure('exported as csv', () => exportCsv(service.url, workbook));
  measured.push(['first byte of the export', (firstByteMs / 1000).toFixed(2), '', '', '']);
  console.log(`the export has ${mb.toFixed(0)} MB`);
  printTable(
    `A table of ${ROWS} rows in an engine with ${MEMORY_MB} MB`,
    ['', 'seconds', 'of processors', 'service, MB', 'its children, MB'],
    measured,
  );
} finally {
  await service.stop({ keepsData: true });
  await first.stop();
}

/** Does the work and notes how long it took, of the processors too, and the most memory that was resident meanwhile. */
async function measure(name, work) {
  const most = { service: 0, others: 0 };
  const watch = async () => {
    const family = await familyOf(service.pid);
    const sum = (isChild) =>
      family.filter((member) => member.isChild === isChild).reduce((mb, member) => mb + member.residentMb, 0);
    most.service = Math.max(most.service, sum(false));
    most.others = Math.max(most.others, sum(true));
    return family.reduce((seconds, member) => seconds + member.cpuSeconds, 0);
  };
  const cpuBefore = await watch();
  const timer = setInterval(watch, WATCH_EVERY_MS);
  const startedAt = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = (await watch()) - cpuBefore;
    measured.push([
      name,
      ...[seconds, cpuSeconds].map((n) => n.toFixed(2)),
      ...Object.values(most).map(Math.round),
    ]);
    console.log(measured.at(-1).join(' | '));
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Reads the whole file, not compressed, and keeps nothing of it. */
async function exportCsv(url, workbook) {
  const login = await sendJson(`${url}/api/auth/login`, 'POST', {}, owner);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${JSON.parse(login.text).access_token}`,
  };
  const startedAt = performance.now();
  const sent = request(`${url}${workbook}/export`, { method: 'POST', headers });
  sent.end(JSON.stringify({ format: 'csv', tables: ['large'] }));
  const [response] = await once(sent, 'response');
  if (response.statusCode !== 200) throw new Error(`the export was answered with ${response.statusCode}`);
  const firstByteMs = performance.now() - startedAt;
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return { firstByteMs, mb: bytes / 1e6 };
}
