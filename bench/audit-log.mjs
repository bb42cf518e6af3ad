// The cost of reading a long audit log: when all of it is verified, and afterwards; and the cost of
// appending.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { newestEntries } from '#server/catalog/audit-entries.js';
import { change } from '#server/catalog/change.js';
import { openCatalog } from '#server/catalog/open-catalog.js';
import { readAuditLog } from '#server/features/audit/read-audit-log.js';
import { median, printTable, timed } from './support/measure.mjs';

const ENTRIES = 100_000;
const TOGETHER = 10_000;
const PAGE = 200;
const READS = 15;
const ROUNDS = 7;

const author = { userId: 'usr_1', credentialId: 'tok_1', requestId: 'req_1' };
const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-audit-'));
const catalog = await openCatalog({ dataDir });
try {
  for (let written = 0; written < ENTRIES; written += TOGETHER) await append('wb_1', TOGETHER);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const first = await timed(() => read());
  loop.disable();
  const again = await medianOf(READS, () => read());
  const page = await medianOf(READS, () => newestEntries(catalog.db, 'wb_1', { limit: PAGE }));
  await append('wb_1', 1000);
  const grown = await timed(() => read());
  await catalog.db
    .updateTable('audit_entries')
    .set({ target: 'x' })
    .where('seq', '=', ENTRIES / 2)
    .execute();
  const tampered = await timed(() => read(ENTRIES / 2));
  const broken = await medianOf(READS, () => read(ENTRIES / 2));
  const line = (name, ms) => [
    name,
    ms.toFixed(1),
    `${(ms / first).toFixed(3)}x`,
    `${(ms / page).toFixed(1)}x`,
  ];
  printTable(
    `A page of ${PAGE} of an audit log of ${ENTRIES} entries, on SQLite`,
    ['', 'ms', 'of the first read', 'of the bare page'],
    [
      line('first read: verifies all', first),
      line('every further read', again),
      line('after 1,000 more entries', grown),
      line('first read after an entry in the middle was altered', tampered),
      line('further reads of the broken log', broken),
      line('the bare page, nothing verified', page),
    ],
  );
  console.log(`\nevent loop held by the first read: at most ${(loop.max / 1e6).toFixed(0)} ms`);

  const withTriggers = [];
  const without = [];
  for (let round = 0; round < ROUNDS; round++) {
    withTriggers.push(await timed(() => append('wb_2', 2000)));
    without.push(await withoutTriggers(() => timed(() => append('wb_2', 2000))));
  }
  const [ours, bare] = [median(withTriggers) / 2, median(without) / 2];
  printTable(
    'Appending an entry, the commit left out',
    ['', 'µs'],
    [
      ['with the triggers', ours.toFixed(0)],
      ['without', bare.toFixed(0)],
      ['ratio', (ours / bare).toFixed(2)],
    ],
  );
} finally {
  await catalog.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function append(chain, entries) {
  await change(catalog, author, async (c) => {
    for (let i = 0; i < entries; i++) {
      const detail = { op_id: i, edit_version: i, rows: 1 };
      await c.audit({ chain, action: 'rows.upserted', target: 'art_1', detail });
    }
  });
}

/** @param {number | null} [expectedBreak] */
async function read(expectedBreak = null) {
  const log = await readAuditLog({ catalog }, { id: 'wb_1', isNeverEmpty: true }, { limit: PAGE });
  if (log.firstBadSeq !== expectedBreak) throw new Error(`broken at ${log.firstBadSeq}`);
}

async function medianOf(count, work) {
  const times = [];
  for (let i = 0; i < count; i++) times.push(await timed(work));
  return median(times);
}

async function withoutTriggers(work) {
  const { rows: triggers } = await run("select name, sql from sqlite_master where type = 'trigger'");
  for (const { name } of triggers) await run(`drop trigger ${name}`);
  const result = await work();
  for (const { sql } of triggers) await run(sql);
  return result;
}

async function run(text) {
  return /** @type {{ rows: { name: string, sql: string }[] }} */ (await sql.raw(text).execute(catalog.db));
}
