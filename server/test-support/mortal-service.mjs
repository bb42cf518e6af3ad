// A service in a process of its own that stores a table in files of a few rows, and can be told to kill itself at a step of
// its work: before and after each call that stores something, and at the end of each transaction before it commits. It runs
// the compiled service. Each message is a piece of work, which is answered with its result.
import { Readable } from 'node:stream';
import { Compactor } from '../dist/background/compactor.js';
import { Sweeper } from '../dist/background/sweeper.js';
import { readConfig } from '../dist/config.js';
import { ingestFile } from '../dist/features/ingest/ingest-file.js';
import { deleteRows } from '../dist/features/tables/delete-rows.js';
import { readRows } from '../dist/features/tables/read-rows.js';
import { upsertRows } from '../dist/features/tables/upsert-rows.js';
import { createWorkbook } from '../dist/features/workbooks/workbooks.js';
import { createLog } from '../dist/log.js';
import { openService } from '../dist/open-service.js';
import { receiveFile } from '../dist/workbook/files/received-file.js';
import { storesOf } from '../dist/workbook/stores.js';
import { verifyBlobs } from '../dist/workbook/upkeep/verify-blobs.js';

const DAY_MS = 24 * 3_600_000;

const { env, segmentSizes } = JSON.parse(process.argv[2] ?? '{}');
const log = createLog('silent');
const service = await openService(readConfig(env), log, { segmentSizes });
const { catalog, data } = service;
const { blobs, engine } = storesOf(data);
const { id: userId } = await catalog.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
const caller = {
  userId,
  credentialId: null,
  requestId: 'req_test',
  credential: {
    kind: 'session',
    id: 'ses_test',
    accountId: null,
    scopes: ['workbooks:write'],
    reach: { kind: 'account' },
    rateLimitPerMinute: 1,
    expiresAt: null,
    issuers: [],
  },
};

let steps = 0;
let lastStep = Number.POSITIVE_INFINITY;

function step() {
  steps++;
  if (steps < lastStep) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, in which nothing more is done.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

for (const [part, names] of [
  [blobs, ['put', 'adopt']],
  [engine, ['read', 'rewrite']],
  [catalog, ['transaction']],
]) {
  for (const name of names) {
    const call = part[name].bind(part);
    part[name] = async (first, ...others) => {
      step();
      const endsWithStep = async (...given) => {
        const result = await first(...given);
        step();
        return result;
      };
      const result = await call(name === 'transaction' ? endsWithStep : first, ...others);
      step();
      return result;
    };
  }
}

const works = {
  async createWorkbook() {
    return (await createWorkbook(service, caller, { title: 'mortal' }, {})).id;
  },
  async upload({ workbookId, content }) {
    const file = await receiveFile(data, Readable.from([Buffer.from(content)]), 'stock.csv');
    await ingestFile(service, caller, { workbookId, file, mode: 'auto', structuring: 'skip' }, {});
  },
  async upsert({ workbookId, rows }) {
    await upsertRows(service, caller, { workbookId, table: 'stock' }, { rows, expectedVersion: null }, {});
  },
  async remove({ workbookId, rowIds }) {
    const input = { rowIds, expectedVersion: null };
    await deleteRows(service, caller, { workbookId, table: 'stock' }, input, {});
  },
  async compact() {
    // Nobody waits here until the turn of a service that was killed ends.
    await catalog.db.deleteFrom('upkeep_turns').execute();
    await new Compactor({ catalog, data, log }).compact({ edits: 1, bytes: Number.MAX_SAFE_INTEGER });
  },
  async sweep() {
    const sweeper = new Sweeper({
      ...service,
      blobs,
      log,
      historyDays: 0,
      blobGraceDays: 1,
      takesPayments: false,
    });
    const later = new Date(Date.now() + 10 * DAY_MS);
    await sweeper.sweep(later);
  },
  /** The rows of every version of every table, the numbers of files, and what is wrong with the blobs. */
  async look({ workbookId }) {
    const tables = await catalog.db
      .selectFrom('tables')
      .selectAll()
      .where('workbook_id', '=', workbookId)
      .execute();
    const versions = {};
    for (const { id, name, edit_version } of tables) {
      for (let version = 1; version <= edit_version; version++) {
        const place = { workbookId, table: id };
        const request = { limit: 10_000, format: 'json', asOf: String(version) };
        const { page } = await readRows(service, caller, place, request);
        versions[`${name}@${version}`] = page;
      }
    }
    const files = await catalog.db.selectFrom('segment_files').select('kind').execute();
    return {
      versions,
      tails: tables.map(({ tail_edits }) => tail_edits),
      files: {
        rows: files.filter(({ kind }) => kind === 'rows').length,
        edits: files.filter(({ kind }) => kind === 'edits').length,
      },
      findings: (await verifyBlobs({ catalog, blobs })).findings,
    };
  },
};

process.on('message', async ({ work, given, diesAt }) => {
  steps = 0;
  lastStep = diesAt ?? Number.POSITIVE_INFINITY;
  const result = await works[work](given);
  process.send({ result });
});
process.on('disconnect', () => process.exit());
process.send('ready');
