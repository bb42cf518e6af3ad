// What a call costs: processor time of the service and of its engine for each, one client, a table of 20,000 x 8.
import { printTable } from './support/measure.mjs';
import { cpuMs, familyOf, mintClients, sendJson, signIn, startService } from './support/service.mjs';

const ROWS = 20_000;
const COLUMNS = ['day', 'region', 'product', 'customer', 'qty', 'price', 'note', 'code'];
const CALLS = Number(process.env.BENCH_CALLS ?? 1000);
/** V8 goes on making code faster for some thousand calls of it. */
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 3000);

/** 0 leaves every page to the engine. */
const { BENCH_SMALL_TABLES_MB: smallTablesMb } = process.env;
const service = await startService(smallTablesMb === undefined ? {} : { SVC_SMALL_TABLES_MB: smallTablesMb });
try {
  const api = await signIn(service.url);
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([csv()]), 'sales.csv');
  await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  const workbook = `/api/v1/workbooks/${id}`;
  const table = `${workbook}/tables/sales`;
  const clients = await mintClients(service.url, api, 60);
  const ask = (n, method, path, body) => clients[n % clients.length](method, path, body);
  let edits = 0;
  const edit = (n) => {
    const row = { __svc_row_id: 1 + ((n * 7919) % ROWS), qty: n % 100, note: `edit ${edits++}` };
    return ask(n, 'POST', `${table}/rows/upsert`, { rows: [row], expected_version: null });
  };
  const page = (n) => ask(n, 'GET', `${table}/rows?limit=100&offset=${(n * 7) % (ROWS - 100)}`);
  const narrowed = (n) => {
    const filter = encodeURIComponent(JSON.stringify({ column: 'qty', op: 'ge', value: n % 90 }));
    const from = (n * 13) % 1000;
    return ask(n, 'GET', `${table}/rows?limit=100&offset=${from}&order_by=-price,customer&filter=${filter}`);
  };
  /** Each is called with numbers that count up, the warm-up included. */
  const works = {
    '`/healthz`': () => sendJson(`${service.url}/healthz`, 'GET', {}),
    'list of tables': (n) => ask(n, 'GET', `${workbook}/tables`),
    'page of 100, not asked before': page,
    'the same page again': (n) => ask(n, 'GET', `${table}/rows?limit=100`),
    'page filtered and ordered, not asked before': narrowed,
    'page as a statement, not asked before': (n) =>
      ask(n, 'POST', `${workbook}/query`, {
        sql: `select * from sales where __svc_row_id > ${(n * 7) % (ROWS - 100)} order by __svc_row_id limit 100`,
      }),
    'upsert of a row': edit,
    'upsert, and a page right after it': async (n) => {
      await edit(n);
      await page(n);
    },
  };
  const lines = [];
  const wanted = process.env.BENCH_ONLY;
  for (const [name, call] of Object.entries(works)) {
    if (wanted && !name.includes(wanted)) continue;
    let n = 0;
    while (n < WARM_UP) await call(n++);
    const before = await spent();
    const startedAt = performance.now();
    for (const end = n + CALLS; n < end; ) await call(n++);
    const ms = performance.now() - startedAt;
    const after = await spent();
    const each = (total) => `${(total / CALLS).toFixed(2)} ms`;
    lines.push([name, each(after.own - before.own), each(after.children - before.children), each(ms)]);
  }
  printTable('What a call costs', ['', 'service', 'its children', 'until the answer'], lines);
} finally {
  await service.stop();
}

async function spent() {
  const own = await cpuMs(service.pid);
  const family = await familyOf(service.pid);
  const all = family.reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1000, 0);
  return { own, children: all - own };
}

function csv() {
  const lines = [COLUMNS.join(',')];
  for (let i = 0; i < ROWS; i++) {
    const day = new Date(Date.UTC(2020, 0, 1 + (i % 2000))).toISOString().slice(0, 10);
    const names = [`region ${i % 4}`, `product ${i % 50}`, `customer ${i % 5000}`];
    lines.push([day, ...names, (i * 7919) % 100, i / 100, `note ${i % 1000}`, `c${i % 997}`].join(','));
  }
  return lines.join('\n');
}
