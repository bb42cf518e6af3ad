// Edits and pages beside NocoDB, in turns: NOCODB_URL=http://localhost:8080 node bench/nocodb.mjs. It is not part of
// `npm run bench`, since NocoDB has to be installed and started by hand, on SQLite and with an empty directory.
import { randomUUID } from 'node:crypto';
import { median, printTable } from './support/measure.mjs';
import { mintClients, sendJson, signIn, startService } from './support/service.mjs';

const NOCODB = process.env.NOCODB_URL ?? 'http://localhost:8080';
const ROWS = Number(process.env.BENCH_ROWS ?? 20_000);
const COLUMNS = ['day', 'region', 'product', 'customer', 'qty', 'price', 'note', 'code'];
const SECONDS = 5;
const ROUNDS = 3;
const WRITERS = 16;
/** The most rows that each takes in one request. */
const OUR_BATCH = Math.min(10_000, ROWS / 2);
const NOCODB_BATCH = 100;

const service = await startService();
try {
  const sides = [await ours(), await nocodb()];
  /** Each gives how much is done in a second. */
  const works = {
    'single edits, one client': (side) => perSecond(1, side.edit),
    [`single edits, ${WRITERS} clients`]: (side) => perSecond(WRITERS, side.edit),
    'rows edited in the largest batches': async (side) => side.batch * (await perSecond(1, side.editMany)),
    'pages of 100 rows, one client': (side) => perSecond(1, side.page),
    [`pages of 100 rows, ${WRITERS} clients`]: (side) => perSecond(WRITERS, side.page),
    'filtered and sorted pages, one client': (side) => perSecond(1, side.narrowedPage),
    [`filtered and sorted pages, ${WRITERS} clients`]: (side) => perSecond(WRITERS, side.narrowedPage),
  };
  const lines = [];
  for (const [name, measure] of Object.entries(works)) {
    /** @type {number[][]} */
    const rates = sides.map(() => []);
    for (let round = -1; round < ROUNDS; round++)
      for (const [i, side] of sides.entries()) {
        const rate = await measure(side);
        if (round >= 0) rates[i].push(rate);
      }
    const [own, other] = rates.map(median);
    lines.push([name, own.toFixed(0), other.toFixed(0), `${(own / other).toFixed(1)}x`]);
  }
  printTable(
    `Beside NocoDB, ${ROWS} rows of ${COLUMNS.length} columns`,
    ['a second', 'here', 'NocoDB', 'ratio'],
    lines,
  );
} finally {
  await service.stop();
}

async function ours() {
  const api = await signIn(service.url);
  const { id } = await api('POST', '/api/v1/workbooks', { title: 'bench' });
  const form = new FormData();
  form.set('structuring', 'skip');
  const lines = Array.from({ length: ROWS }, (_, i) => Object.values(rowOf(i)).join(','));
  form.set('file', new Blob([[COLUMNS.join(','), ...lines].join('\n')]), 'sales.csv');
  await api('POST', `/api/v1/workbooks/${id}/sources`, form);
  const table = `/api/v1/workbooks/${id}/tables/sales`;
  const clients = await mintClients(service.url, api, 60);
  const upsert = (n, rows) =>
    clients[n % clients.length]('POST', `${table}/rows/upsert`, { rows, expected_version: null });
  const edited = (row, n) => ({ __svc_row_id: row, qty: n % 100, note: `edit ${n}` });
  const read = (n, query) =>
    clients[n % clients.length]('GET', `${table}/rows?limit=100&${query}`, undefined);
  let [pages, narrowed] = [0, 0];
  return {
    batch: OUR_BATCH,
    edit: (n) => upsert(n, [edited(anyRow(), n)]),
    editMany: (n) =>
      upsert(
        n,
        someRows(OUR_BATCH).map((row) => edited(row, n)),
      ),
    page: (n) => read(n, `offset=${placeOf(pages++)}`),
    narrowedPage: (n) => {
      const { place, price } = narrowedBy(narrowed++);
      const filter = JSON.stringify({ column: 'price', op: 'ge', value: price });
      return read(n, `offset=${place}&order_by=-price,customer&filter=${encodeURIComponent(filter)}`);
    },
  };
}

/** A base with one table, made by the first user of a NocoDB, who alone may make one. */
async function nocodb() {
  const person = { email: 'bench@example.com', password: 'Bench-password-1' };
  const { token } = await ask(undefined, 'POST', '/api/v1/auth/user/signup', person).catch(() =>
    ask(undefined, 'POST', '/api/v1/auth/user/signin', person),
  );
  const api = (method, path, body) => ask(token, method, path, body);
  const base = await api('POST', '/api/v1/db/meta/projects/', { title: `bench ${randomUUID()}` });
  const columns = COLUMNS.map((name) => ({
    column_name: name,
    title: name,
    uidt: name === 'qty' || name === 'price' ? 'Decimal' : 'SingleLineText',
  }));
  const id = { column_name: 'id', title: 'Id', uidt: 'ID' };
  const table = await api('POST', `/api/v1/db/meta/projects/${base.id}/tables`, {
    table_name: 'sales',
    title: 'sales',
    columns: [id, ...columns],
  });
  const records = `/api/v2/tables/${table.id}/records`;
  for (let from = 0; from < ROWS; from += NOCODB_BATCH)
    await api(
      'POST',
      records,
      Array.from({ length: NOCODB_BATCH }, (_, i) => rowOf(from + i)),
    );
  const edited = (row, n) => ({ Id: row, qty: n % 100, note: `edit ${n}` });
  let [pages, narrowed] = [0, 0];
  return {
    batch: NOCODB_BATCH,
    edit: (n) => api('PATCH', records, edited(anyRow(), n)),
    editMany: (n) =>
      api(
        'PATCH',
        records,
        someRows(NOCODB_BATCH).map((row) => edited(row, n)),
      ),
    page: () => api('GET', `${records}?limit=100&offset=${placeOf(pages++)}`),
    narrowedPage: () => {
      const { place, price } = narrowedBy(narrowed++);
      return api(
        'GET',
        `${records}?limit=100&offset=${place}&sort=-price,customer&where=(price,ge,${price})`,
      );
    },
  };
}

async function ask(token, method, path, body) {
  const send = () => sendJson(NOCODB + path, method, token ? { 'xc-auth': token } : {}, body);
  // It closes connections that were idle while it was not its turn.
  const { status, text } = await send().catch(send);
  if (status >= 400) throw new Error(`NocoDB: ${method} ${path}: ${status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function rowOf(i) {
  const day = new Date(Date.UTC(2020, 0, 1 + (i % 2000))).toISOString().slice(0, 10);
  const qty = (i * 7919) % 100;
  const names = { region: `region ${i % 4}`, product: `product ${i % 50}`, customer: `customer ${i % 5000}` };
  return { day, ...names, qty, price: i / 100, note: `note ${i % 1000}`, code: `c${i % 997}` };
}

/** No page is asked for twice before nearly all of them were. */
function placeOf(n) {
  return (n * 7) % (ROWS - 100);
}

/** By a column that is not edited, so that the rows found stay as many. */
function narrowedBy(n) {
  return { place: (n * 13) % 1000, price: n % 90 };
}

function anyRow() {
  return 1 + Math.floor(Math.random() * ROWS);
}

function someRows(count) {
  const first = 1 + Math.floor(Math.random() * (ROWS - count));
  return Array.from({ length: count }, (_, i) => first + i);
}

async function perSecond(clients, call) {
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const repeat = async () => {
    while (performance.now() < until) await call(done++);
  };
  await Promise.all(Array.from({ length: clients }, repeat));
  return done / SECONDS;
}
