// What counting usage costs: a request, the write of each second, and a sample of what a large account stores.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openCatalog } from '#server/catalog/open-catalog.js';
import { sampleAccount } from '#server/features/usage/sample-stock.js';
import { UsageCounter } from '#server/features/usage/usage-counter.js';
import { median, printTable } from './support/measure.mjs';

const ACCOUNTS = 1000;
const REQUESTS = 1_000_000;
const ROUNDS = 7;
/** Ten tables in each of as many workbooks, each table with so many segments. */
const WORKBOOKS = 100;
const SEGMENTS = 100;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-usage-'));
const catalog = await openCatalog({ dataDir });
const counter = new UsageCounter(catalog, (error) => console.error(error));
try {
  await fill();
  const callers = Array.from({ length: ACCOUNTS }, (_, i) => caller(i + 1));
  const counting = [];
  const writing = [];
  for (let round = 0; round < ROUNDS; round++) {
    counting.push(
      await cpuMs(async () => {
        for (let i = 0; i < REQUESTS; i++) counter.countRequest(callers[i % ACCOUNTS], '192.0.2.1');
      }),
    );
    writing.push(await cpuMs(() => counter.flush()));
  }
  const sampling = [];
  for (let round = 0; round < ROUNDS; round++)
    sampling.push(await cpuMs(() => sampleAccount(catalog.db, 'acc_1', '2026-01-31')));
  printTable(
    'Counting usage, on SQLite',
    ['', 'processor time'],
    [
      ['a request', `${((median(counting) * 1e6) / REQUESTS).toFixed(0)} ns`],
      [`writing what ${ACCOUNTS} accounts did`, `${median(writing).toFixed(1)} ms`],
      [
        `a sample of ${WORKBOOKS * 10 * SEGMENTS} versions of ${WORKBOOKS * 10} tables`,
        `${median(sampling).toFixed(1)} ms`,
      ],
    ],
  );
} finally {
  await counter.close();
  await catalog.close();
  await rm(dataDir, { recursive: true, force: true });
}

function caller(number) {
  /** @type {import('#server/features/caller.js').Credential} */
  const credential = {
    kind: 'pat',
    id: `tok_${number}`,
    accountId: `acc_${number}`,
    scopes: [],
    reach: { kind: 'account' },
    rateLimitPerMinute: 600,
    expiresAt: null,
    issuers: [],
  };
  return { userId: `usr_${number}`, requestId: 'req_1', credentialId: credential.id, credential };
}

/** Of the process, so that other load on the machine does not count. */
async function cpuMs(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Numbers from 1, as a table. */
function numbers(count) {
  return sql.raw(
    `(with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}) select n from n)`,
  );
}

async function fill() {
  const statements = [
    sql`insert into users select 'usr_' || n, 'usr_' || n, null, null, '' from ${numbers(ACCOUNTS)}`,
    sql`insert into accounts select 'acc_' || n, 'usr_' || n, 'default', 'A', '' from ${numbers(ACCOUNTS)}`,
    sql`
      insert into credentials
        (id, kind, user_id, account_id, secret_hash, prefix, scopes, resource, rate_limit_per_minute, created_at, created_by)
      select 'tok_' || n, 'pat', 'usr_' || n, 'acc_' || n, n, '', '[]', 'account', 600, '', 'ses_1'
      from ${numbers(ACCOUNTS)}`,
    sql`
      insert into workspaces (id, account_id, name, kind, created_at)
      values ('ws_1', 'acc_1', 'W', 'personal', '')`,
    sql`
      insert into workbooks (id, workspace_id, owner_user_id, title, created_at, updated_at)
      select 'wb_' || n, 'ws_1', 'usr_1', 'W', '', '' from ${numbers(WORKBOOKS)}`,
    sql`
      insert into all_tables
        (id, workbook_id, name, name_key, kind, state, edit_version, row_count, next_row_id, search_text, created_at, updated_at)
      select 'art_' || n, 'wb_' || (1 + n % ${sql.lit(WORKBOOKS)}), n, n, 'base', 'active', 1, 0, 1, '', '', ''
      from ${numbers(WORKBOOKS * 10)}`,
    sql`
      insert into blobs (hash, size, disposable, written_at)
      select printf('%064x', n), 1000, 0, '' from ${numbers(WORKBOOKS * 10 * SEGMENTS)}`,
    sql`
      insert into table_segments (table_id, version, blob_hash, size, row_count, edits_after)
      select 'art_' || (1 + n % ${sql.lit(WORKBOOKS * 10)}), n, printf('%064x', n), 1000, 0, n
      from ${numbers(WORKBOOKS * 10 * SEGMENTS)}`,
  ];
  for (const statement of statements) await statement.execute(catalog.db);
}
