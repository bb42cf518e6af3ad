// What edits of a table of 1M rows cost, the durable ones held against bare SQLite commits of the same rows.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printTable, timed } from './support/measure.mjs';
import { ROWS, uploadSales } from './support/sales.mjs';
import { signIn, startService } from './support/service.mjs';

const require = createRequire(new URL('../server/package.json', import.meta.url));
const { DatabaseSync } = require('@photostructure/sqlite');

const SECONDS = 8;
const WRITERS = 16;

const service = await startService();
try {
  const api = await signIn(service.url);
  const { workbook } = await uploadSales(api);
  const table = `${workbook}/tables/sales`;
  await api('GET', `${table}/rows?limit=1`);

  const one = await upsertsPerSecond(api, table, 1);
  const bare = bareCommitsPerSecond(join(service.dataDir, 'bare.db'));
  const many = await upsertsPerSecond(api, table, WRITERS);
  const follow = await timed(() => api('GET', `${table}/rows?limit=1`));
  printTable(
    `Durable single-row upserts, ${ROWS} rows`,
    ['', 'per second', 'of bare SQLite', 'goal'],
    [
      ['bare SQLite commits', bare.toFixed(0), '1x', ''],
      ['upserts, one writer', one.toFixed(0), `${(one / bare).toFixed(2)}x`, ''],
      [`upserts, ${WRITERS} writers`, many.toFixed(0), `${(many / bare).toFixed(2)}x`, '0.3x'],
    ],
  );

  const { edit_version: before } = await api('GET', `${table}/rows?limit=1`);
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ __svc_row_id: i * 50 + 1, qty: i % 90 }));
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
      ['profile of 1M x 12', `${profile.toFixed(0)} ms`],
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

async function upsertsPerSecond(api, table, writers) {
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const write = async () => {
    while (performance.now() < until) {
      const row = {
        __svc_row_id: 1 + Math.floor(Math.random() * ROWS),
        qty: done % 100,
        note: `edit ${done}`,
      };
      await api('POST', `${table}/rows/upsert`, { rows: [row], expected_version: null });
      done++;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return done / SECONDS;
}

/** The same rows into one table, one transaction each, with the same durability. */
function bareCommitsPerSecond(path) {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table edits (row_id integer, version integer, after text)',
  );
  const insert = db.prepare('insert into edits values (?, ?, ?)');
  const until = performance.now() + (SECONDS / 2) * 1000;
  let done = 0;
  while (performance.now() < until) {
    insert.run(
      1 + Math.floor(Math.random() * ROWS),
      done,
      JSON.stringify({ c5: done % 100, c10: `edit ${done}` }),
    );
    done++;
  }
  db.close();
  return done / (SECONDS / 2);
}
