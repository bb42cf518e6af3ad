// The cost of edits of a table of 1M rows, or of BENCH_ROWS; durable ones compared with bare SQLite commits of the same rows.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printTable, timed } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { cpuMs, mintClients, sendJson, signIn, startService } from './support/service.mjs';

const require = createRequire(new URL('../server/package.json', import.meta.url));
const { DatabaseSync } = require('@photostructure/sqlite');

const SECONDS = 8;
const WRITERS = 16;
/** V8 goes on making code faster for some ten thousand calls of it. */
const WARM_UP_SECONDS = 20;
/** The edit, its op, version, event and audit entry, and the counters of table, workbook and chain. */
const ROWS_OF_A_CHANGE = 8;

const service = await startService();
try {
  const api = await signIn(service.url);
  const { workbook } = await uploadSales(api);
  const table = `${workbook}/tables/sales`;
  await api('GET', `${table}/rows?limit=1`);

  const clients = await mintClients(service.url, api, 60);
  const upsert = (n) => {
    const row = { __svc_row_id: 1 + Math.floor(Math.random() * ROWS), qty: n % 100, note: `edit ${n}` };
    const client = clients[n % clients.length];
    return client('POST', `${table}/rows/upsert`, { rows: [row], expected_version: null });
  };
  const bare = () => sendJson(`${service.url}/healthz`, 'GET', {});
  const bareOne = await perSecond(1, bare);
  const bareMany = await perSecond(WRITERS, bare);
  const fresh = await perSecond(WRITERS, upsert);
  await perSecond(WRITERS, upsert, WARM_UP_SECONDS);
  const one = await perSecond(1, upsert);
  const edits = bareCommitsPerSecond(join(service.dataDir, 'bare-edits.db'), 1);
  const whole = bareCommitsPerSecond(join(service.dataDir, 'bare-changes.db'), ROWS_OF_A_CHANGE);
  const many = await perSecond(WRITERS, upsert);
  const follow = await timed(() => api('GET', `${table}/rows?limit=1`));
  const line = (name, { rate, cpu }) => [
    name,
    rate.toFixed(0),
    cpu === undefined ? '' : `${cpu.toFixed(2)} ms`,
    `${(rate / edits.rate).toFixed(2)}x`,
    `${(rate / whole.rate).toFixed(2)}x`,
  ];
  printTable(
    `Durable single-row upserts through HTTP, ${ROWS} rows`,
    [
      '',
      'per second',
      'CPU of the service for each',
      'of bare commits of the edit alone',
      'of bare commits of all rows of a change',
    ],
    [
      line('bare SQLite, the edit alone', edits),
      line(`bare SQLite, all ${ROWS_OF_A_CHANGE} rows of a change`, whole),
      line('`/healthz`, one client', bareOne),
      line(`\`/healthz\`, ${WRITERS} clients`, bareMany),
      line(`upserts, ${WRITERS} writers, right after a start`, fresh),
      line('upserts, one writer', one),
      line(`upserts, ${WRITERS} writers`, many),
    ],
  );

  const { edit_version: before } = await api('GET', `${table}/rows?limit=1`);
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    __svc_row_id: 1 + Math.floor((i * ROWS) / 10_000),
    qty: i % 90,
  }));
  let op;
  const bulk = await timed(async () => {
    op = await api('POST', `${table}/rows/upsert`, { rows, expected_version: null });
  });
  const undo = await timed(() => api('POST', `${workbook}/ops/${op.op_id}/undo`));
  const profile = await timed(() => api('GET', `${table}/profile`));
  printTable(
    'Larger edits',
    ['', 'measured'],
    [
      ['engine follows the single-row edits above, next read', `${follow.toFixed(0)} ms`],
      ['upsert of 10,000 rows', `${bulk.toFixed(0)} ms, ${((10_000 / bulk) * 1000).toFixed(0)} rows/s`],
      ['undo of it', `${undo.toFixed(0)} ms`],
      [`profile of ${ROWS} x 12`, `${profile.toFixed(0)} ms`],
    ],
  );

  const asOf = [];
  for (const back of [10, 1000]) {
    const version = Math.max(1, before - back);
    const cold = await timed(() => api('GET', `${table}/rows?limit=100&as_of=${version}`));
    const warm = await timed(() => api('GET', `${table}/rows?limit=100&as_of=${version}`));
    asOf.push([`${before - version} versions`, `${cold.toFixed(0)} ms`, `${warm.toFixed(0)} ms`]);
  }
  const beforeBulk = await timed(() => api('GET', `${table}/rows?limit=100&as_of=${before}`));
  asOf.push(['20,000 row edits (before the bulk edit and its undo)', `${beforeBulk.toFixed(0)} ms`, '']);
  printTable('Rows read as of an earlier version', ['back', 'first read', 'again'], asOf);
} finally {
  await service.stop();
}

/** Calls by so many clients, each of which waits for its answer, and the service's CPU time for a call. */
async function perSecond(clients, call, seconds = SECONDS) {
  const before = await cpuMs(service.pid);
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const repeat = async () => {
    while (performance.now() < until) await call(done++);
  };
  await Promise.all(Array.from({ length: clients }, repeat));
  return { rate: done / seconds, cpu: ((await cpuMs(service.pid)) - before) / done };
}

/** Inserts into one table, `rows` per transaction, with the same durability. */
function bareCommitsPerSecond(path, rows) {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table edits (row_id integer, version integer, after text)',
  );
  const insert = db.prepare('insert into edits values (?, ?, ?)');
  const until = performance.now() + (SECONDS / 2) * 1000;
  let done = 0;
  while (performance.now() < until) {
    db.exec('begin');
    for (let i = 0; i < rows; i++) {
      const cells = JSON.stringify({ c5: done % 100, c10: `edit ${done}` });
      insert.run(1 + Math.floor(Math.random() * ROWS), done, cells);
    }
    db.exec('commit');
    done++;
  }
  db.close();
  return { rate: done / (SECONDS / 2), cpu: undefined };
}
