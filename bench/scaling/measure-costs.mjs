// What each kind of call costs: processor time of the service, its child processes and PostgreSQL, transactions, log and
// storage. `SVC_DATABASE_URL=postgres://… node bench/scaling/measure-costs.mjs` rewrites costs.json, which compute.mjs
// reads. The database must be empty and on this machine, where nothing else should use it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mintClients, signIn, startService } from '../support/service.mjs';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const { default: pg } = await import(require.resolve('pg'));

const TABLE_ROWS = 100_000;
const WORKBOOKS = 16;
const AT_ONCE = 8;
const JIFFY_MS = 10;

const database = new pg.Client({ connectionString: process.env.SVC_DATABASE_URL });
await database.connect();
const postmaster = parentOf((await one('select pg_backend_pid() as pid')).pid);
const service = await startService({
  SVC_DATABASE_URL: process.env.SVC_DATABASE_URL,
  SVC_SECRET_KEY: '5a'.repeat(32),
});

try {
  const api = await signIn(service.url);
  const clients = await mintClients(service.url, api, 40);
  const workbooks = [];
  for (let i = 0; i < WORKBOOKS; i++) {
    const { id } = await api('POST', '/api/v1/workbooks', { title: `workbook ${i}` });
    workbooks.push(`/api/v1/workbooks/${id}`);
    await upload(api, workbooks[i], 'items.csv', csvOf(TABLE_ROWS));
  }
  let turn = 0;
  const next = () => {
    turn++;
    return { client: clients[turn % clients.length], workbook: workbooks[turn % WORKBOOKS], turn };
  };
  /** How many calls of each kind, and how one is made. @type {Record<string, [number, (call: any) => Promise<void>]>} */
  const kinds = {
    'page of 100 rows': [
      600,
      ({ client, workbook }) => client('GET', `${workbook}/tables/items/rows?limit=100`),
    ],
    'SQL aggregate over 100,000 rows': [
      300,
      ({ client, workbook, turn: n }) =>
        client('POST', `${workbook}/query`, {
          sql: `select shop, sum(amount) as total from items where id > ${n} group by shop`,
        }),
    ],
    'list of tables': [1000, ({ client, workbook }) => client('GET', `${workbook}/tables`)],
    'upsert of 1 row': [1500, (call) => upsert(call, 1)],
    'upsert of 100 rows': [300, (call) => upsert(call, 100)],
    'upload of 1,000 rows': [
      60,
      ({ client, workbook, turn: n }) => upload(client, workbook, `f${n}.csv`, csvOf(1000, n)),
    ],
  };
  const costs = {};
  for (const [kind, [calls, make]] of Object.entries(kinds)) {
    await times(Math.ceil(calls / 10), make, next);
    costs[kind] = await costOf(calls, () => times(calls, make, next));
    console.log(kind, costs[kind]);
  }
  const measured = {
    measured_at: new Date().toISOString().slice(0, 10),
    table_rows: TABLE_ROWS,
    costs,
  };
  writeFileSync(new URL('costs.json', import.meta.url), `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  await database.end();
  await service.stop();
}

async function costOf(calls, work) {
  const before = await state();
  await work();
  const after = await state();
  const each = (name, digits = 2) => Number(((after[name] - before[name]) / calls).toFixed(digits));
  return {
    node_ms: each('nodeMs'),
    children_ms: each('childrenMs'),
    postgres_ms: each('postgresMs'),
    transactions: each('transactions'),
    log_bytes: each('logBytes', 0),
    catalog_bytes: each('catalogBytes', 0),
    blobs: each('blobs'),
    blob_bytes: each('blobBytes', 0),
  };
}

async function state() {
  const { bytes, log, commits } = await one(
    `select pg_database_size(current_database()) as bytes, pg_current_wal_lsn() - '0/0'::pg_lsn as log,
       (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
  );
  const { blobs, size } = await one('select count(*) as blobs, coalesce(sum(size), 0) as size from blobs');
  const children = childrenOf(service.pid);
  return {
    nodeMs: cpuOf(service.pid).own,
    childrenMs: cpuOf(service.pid).ended + sum(children.map(cpuMs)),
    postgresMs: sum([postmaster, ...childrenOf(postmaster)].map(cpuMs)),
    transactions: Number(commits),
    logBytes: Number(log),
    catalogBytes: Number(bytes),
    blobs: Number(blobs),
    blobBytes: Number(size),
  };
}

async function times(calls, make, next) {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) await make(next());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function upsert({ client, workbook, turn: n }, count) {
  const rows = Array.from({ length: count }, (_, i) => ({
    __svc_row_id: 1 + ((n * 7919 + i * 31) % TABLE_ROWS),
    amount: n % 100,
    note: `edit ${n}`,
  }));
  await client('POST', `${workbook}/tables/items/rows/upsert`, { rows, expected_version: null });
}

async function upload(client, workbook, name, content) {
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([content]), name);
  await client('POST', `${workbook}/sources`, form);
}

function csvOf(rows, first = 0) {
  const line = (_, i) =>
    `${first + i},shop ${i % 50},2026-01-${String(1 + (i % 28)).padStart(2, '0')},${(i * 7919) % 1000},note ${i % 997}`;
  return ['id,shop,day,amount,note', ...Array.from({ length: rows }, line)].join('\n');
}

async function one(sql) {
  return (await database.query(sql)).rows[0];
}

function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function parentOf(pid) {
  return Number(statOf(pid)[1]);
}

/** Of the process, and of those of its children that have ended. */
function cpuOf(pid) {
  const [user, system, endedUser, endedSystem] = statOf(pid)
    .slice(11, 15)
    .map((jiffies) => Number(jiffies) * JIFFY_MS);
  return { own: user + system, ended: endedUser + endedSystem };
}

function cpuMs(pid) {
  const { own, ended } = cpuOf(pid);
  return own + ended;
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((entry) => {
      try {
        return parentOf(entry) === pid;
      } catch {
        return false;
      }
    });
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
