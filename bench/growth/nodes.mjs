// Upkeep on one node and on three, over one PostgreSQL and one bucket: what nodes do together should cost what one does.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { printTable } from '../support/measure.mjs';
import { mintClients, signIn } from '../support/service.mjs';
import { cpuMs } from './measure-growth.mjs';
import { startQuietService } from './start-quiet-service.mjs';
import { newBook, stockLines, uploadCsv, upsert } from './workbook.mjs';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const { default: pg } = await import(require.resolve('pg'));

const NODES = [1, 3];
const IDLE_MS = 15_000;
/** Longer than the pause between two looks of a compactor, and than that of a hurried sweeper. */
const UPKEEP_MS = 35_000;
const EDITS = 300;
const JOBS = 20;
const RESULTS = 100;
const ROWS = 50_000;
const BATCHES = 3;
const AT_ONCE = 10_000;

export async function printCostOfNodes() {
  const costs = [];
  for (const count of NODES) costs.push(await withNodes(count, measureNodes));
  const [one, three] = costs;
  printTable(
    'Nodes: processor time of all nodes, their children and PostgreSQL, without what they take when idle',
    ['', ...NODES.map((count) => `${count} ${count === 1 ? 'node' : 'nodes'}`), 'ratio'],
    [...one].map(([name, ms]) => [
      name,
      `${ms.toFixed(0)} ms`,
      `${three.get(name).toFixed(0)} ms`,
      (three.get(name) / ms).toFixed(2),
    ]),
  );
}

async function measureNodes({ nodes, database, pids }) {
  const apis = await Promise.all(nodes.map(({ url }) => signIn(url)));
  const clients = await Promise.all(nodes.map(async ({ url }, i) => (await mintClients(url, apis[i], 1))[0]));
  const [api] = apis;
  const node = (turn) => clients[turn % clients.length];
  const book = await newBook(api, 'nodes');
  const table = `${book}/tables/stock`;
  await uploadCsv(api, book, 'stock', stockLines(ROWS));
  for (const client of clients) await client('GET', `${table}/rows?limit=1`);
  await pause(5000);

  const costs = new Map();
  const idleBefore = await cpuMs(...pids);
  await pause(IDLE_MS);
  const idlePerMs = ((await cpuMs(...pids)) - idleBefore) / IDLE_MS;
  costs.set('idle, for a second', idlePerMs * 1000);
  const cost = async (name, work) => {
    const before = await cpuMs(...pids);
    const startedAt = performance.now();
    await work();
    const idle = idlePerMs * (performance.now() - startedAt);
    costs.set(name, (await cpuMs(...pids)) - before - idle);
  };
  await cost(`${EDITS} edits and publishing their events`, async () => {
    for (let i = 0; i < EDITS; i++) await upsert(node(i), table, [{ __svc_row_id: i + 1, qty: i }]);
    await until(database, 'select 1 from outbox where position is null limit 1', (found) => found === 0);
  });
  await cost(`${JOBS} uploads as jobs`, async () => {
    for (let i = 0; i < JOBS; i++) await uploadAsJob(node(i), book, `job${i}`);
    await until(
      database,
      "select 1 from jobs where status not in ('succeeded', 'failed', 'cancelled')",
      (found) => found === 0,
    );
  });
  for (let i = 0; i < BATCHES; i++)
    await upsert(
      node(i),
      table,
      Array.from({ length: AT_ONCE }, (_, row) => ({ __svc_row_id: i * AT_ONCE + row + 1, qty: row })),
    );
  const segments = `select 1 from table_segments where table_id = (select id from tables where name = 'stock')`;
  await cost('compaction of a table', async () => {
    await pause(UPKEEP_MS);
    await until(database, segments, (found) => found === 2);
  });
  for (let i = 0; i < RESULTS; i++)
    await node(i)('POST', `${book}/query`, { sql: `select ${i} as i, sum(qty) from stock` });
  await database.query("update results set expires_at = '2020-01-01T00:00:00.000Z'");
  await cost(`sweeping of ${RESULTS} results`, async () => {
    await database.query("delete from upkeep_turns where task = 'sweep'");
    await pause(UPKEEP_MS);
    await until(database, 'select 1 from results', (found) => found === 0);
  });
  return costs;
}

async function withNodes(count, work) {
  const [{ startPostgres }, { startLoopbackS3, loopbackS3Credentials }] = await Promise.all(
    ['postgres', 'loopback-s3'].map(
      async (name) => (await runnerImport(testSupport(name), { logLevel: 'error' })).module,
    ),
  );
  const postgres = await startPostgres();
  const bucket = await startLoopbackS3('workbooks');
  const nodes = [];
  const database = new pg.Client({ connectionString: postgres.value });
  try {
    await database.connect();
    for (let i = 0; i < count; i++)
      nodes.push(
        await startQuietService(
          {
            SVC_DATABASE_URL: postgres.value,
            SVC_SECRET_KEY: '5a'.repeat(32),
            SVC_BLOB_URL: 's3://workbooks/blobs',
            SVC_S3_ENDPOINT: bucket.endpoint,
            AWS_REGION: 'us-east-1',
            ...loopbackS3Credentials,
          },
          [process.execPath, '--import', hurried, started],
        ),
      );
    const { rows } = await database.query('select pg_backend_pid() as pid');
    const pids = [...nodes.map(({ pid }) => pid), await parentOf(rows[0].pid)];
    return await work({ nodes, database, pids });
  } finally {
    await database.end();
    await Promise.all(nodes.map((node) => node.stop()));
    await bucket.stop();
    await postgres.stop();
  }
}

const started = fileURLToPath(new URL('../../server/dist/start.js', import.meta.url));
/** An hour is what a sweeper waits for. */
const hurried = `data:text/javascript,${encodeURIComponent(`const { setInterval } = globalThis;
  globalThis.setInterval = (work, ms, ...rest) => setInterval(work, ms === 3_600_000 ? 20_000 : ms, ...rest);`)}`;

function testSupport(name) {
  return fileURLToPath(new URL(`../../server/test-support/${name}.ts`, import.meta.url));
}

async function uploadAsJob(client, book, name) {
  const form = new FormData();
  form.append('structuring', 'skip');
  form.append('file', new Blob([[...stockLines(1000), name].join('\n')]), `${name}.csv`);
  form.append('async', 'true');
  await client('POST', `${book}/sources`, form);
}

async function until(database, sql, isSo) {
  while (!isSo((await database.query(sql)).rows.length)) await pause(50);
}

async function parentOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
