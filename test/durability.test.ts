import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { childProcesses, isEngine } from './support/child-processes.js';
import { eventually } from './support/eventually.js';
import { book, csvOf } from './support/files.js';
import { startService, TestService } from './support/service.js';

const skip = { structuring: 'skip' };
/** What a query may take is not the subject: on a busy machine it may be more than the usual half a minute. */
const unhurried = { SVC_QUERY_TIMEOUT_MS: '600000' };
/** Set SVC_TEST_ROUNDS to search longer. */
const ROUNDS = Number(process.env.SVC_TEST_ROUNDS ?? 2);

interface Acknowledged {
  workbooks: string[];
  sources: { workbook: string; name: string; content: Uint8Array; table: string; rows: number }[];
  jobs: { id: string; workbook: string; name: string }[];
}

/** Creates workbooks and uploads files one by one until the service is killed; records what was acknowledged. */
async function write(api: Api, writer: string, promised: Acknowledged): Promise<void> {
  try {
    for (let n = 0; ; n++) {
      const workbook = await api.workbook(`${writer} ${n}`);
      promised.workbooks.push(workbook);
      const rows = randomInt(1, 400);
      const lines = csvOf('n,text', rows, (row) => `${row},${writer} ${n}`);
      const content =
        n % 3 === 2
          ? book('xlsx', {
              S: [
                ['n', 'text'],
                [1, writer],
                [2, n],
              ],
            })
          : Buffer.from(lines);
      const name = n % 3 === 2 ? 'a.xlsx' : 'a.csv';
      const isAsync = n % 2 === 1;
      const { status, body } = await api.upload(
        `${workbook}/sources`,
        { name, content },
        { ...skip, async: String(isAsync) },
      );
      expect([201, 202]).toContain(status);
      if (isAsync) promised.jobs.push({ id: body.job_id, workbook, name });
      else
        promised.sources.push({
          workbook,
          name,
          content,
          table: body.artifacts[0].id,
          rows: body.artifacts[0].row_count,
        });
    }
  } catch (error) {
    // The connection broke: the request in flight was not acknowledged.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function isKept(api: Api, promised: Acknowledged): Promise<void> {
  const workbooks = promised.workbooks.map(async (workbook) => {
    expect((await api.get(workbook)).status).toBe(200);
  });
  const sources = promised.sources.map(async ({ workbook, name, content, table, rows }) => {
    const download = await api.get(`${workbook}/sources/${name}/download`);
    expect(Buffer.from(download.bytes).equals(content)).toBe(true);
    const page = await api.get(`${workbook}/tables/${table}/rows?limit=10000`);
    expect([page.status, page.body.rows?.length]).toEqual([200, rows]);
  });
  const jobs = promised.jobs.map(async ({ id, workbook, name }) => {
    const job = await eventually(async () => {
      const { body } = await api.get(`/api/v1/jobs/${id}`);
      return ['succeeded', 'failed'].includes(body.status) ? body : undefined;
    });
    expect(job).toMatchObject({ status: 'succeeded', result: { source: { name } } });
    const { artifacts } = (await api.get(`${workbook}/sources/${name}`)).body;
    expect(artifacts).toEqual(job.result.artifacts.map((table: object) => ({ ...table, schema: null })));
  });
  await Promise.all([...workbooks, ...sources, ...jobs]);
}

/** Everything listed is complete: every source has its tables, and every table can be read to its last row. */
async function isWhole(api: Api): Promise<void> {
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/api/v1/me/workbooks?limit=200${cursor && `&cursor=${cursor}`}`);
    for (const { id } of body.workbooks) {
      const path = `/api/v1/workbooks/${id}`;
      const { sources } = (await api.get(`${path}/sources`)).body;
      const { artifacts } = (await api.get(`${path}/tables`)).body;
      expect(new Set(artifacts.map((table: { source_id: string }) => table.source_id))).toEqual(
        new Set(sources.map((source: { id: string }) => source.id)),
      );
      for (const table of artifacts) {
        const { status, body: page } = await api.get(`${path}/tables/${table.id}/rows?limit=10000`);
        expect([status, page.total, page.rows?.length]).toEqual([200, table.row_count, table.row_count]);
      }
    }
    if (!body.next_cursor) return;
    cursor = body.next_cursor;
  }
}

test('kill -9 at any moment loses nothing acknowledged and leaves nothing partially visible', {
  timeout: 200_000 + ROUNDS * 20_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-kill-'));
  let token = '';
  let before: Acknowledged = { workbooks: [], sources: [], jobs: [] };
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const service = await TestService.start({ dataDir });
      if (token === '') {
        const session = await service.signIn();
        token = (await session.mintWriter()).token as string;
      }
      const api = service.as(token);
      await isKept(api, before);
      if (round === ROUNDS) await isWhole(api);
      before = { workbooks: [], sources: [], jobs: [] };
      const writers =
        round < ROUNDS ? ['a', 'b', 'c'].map((name) => write(api, `${round}${name}`, before)) : [];
      // Counts acknowledgements instead of time, so that a slow machine is tested as well.
      const enough = randomInt(0, 6);
      const acknowledged = () => before.sources.length + before.jobs.length;
      if (round < ROUNDS) await eventually(async () => acknowledged() >= enough || undefined);
      await pause(randomInt(0, 150));
      await service.stop('SIGKILL');
      await Promise.all(writers);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the service works unchanged after its cache directory is deleted', async () => {
  const service = await startService({ env: unhurried });
  const api = await service.signIn();
  const workbook = await api.workbook();
  const content = csvOf('n,text', 20_000, (row) => `${row},some text ${row}`);
  await api.upload(`${workbook}/sources`, { name: 'big.csv', content }, skip);
  const large = { sql: 'select n, text from big order by n', limit: 10 };
  for (const warm of [true, false]) {
    if (warm) expect((await api.post(`${workbook}/query`, large)).status).toBe(200);
    await rm(join(service.dataDir, 'cache'), { recursive: true, force: true });
    const { status, body } = await api.post(`${workbook}/query`, large);
    expect([status, body.row_count], JSON.stringify(body)).toEqual([200, 20_000]);
    await rm(join(service.dataDir, 'cache'), { recursive: true, force: true });
    const page = await api.get(`/api/v1/results/${body.id}?offset=19999`);
    expect(page.body.rows).toEqual([{ n: 19_999, text: 'some text 19999' }]);
    expect((await api.get(`${workbook}/tables/big/rows?order_by=-n&limit=1`)).body.rows[0].n).toBe(19_999);
    for (const format of ['csv', 'xlsx']) {
      await rm(join(service.dataDir, 'cache'), { recursive: true, force: true });
      expect((await api.post(`${workbook}/export`, { format })).status).toBe(200);
    }
    await rm(join(service.dataDir, 'cache'), { recursive: true, force: true });
    const upload = { name: 'more.csv', content: `n\n${warm}\n` };
    expect((await api.upload(`${workbook}/sources`, upload, skip)).status).toBe(201);
  }
});

test('a query that sorts more than fits in memory works after the cache directory was deleted', async () => {
  const service = await startService({
    env: { SVC_QUERY_MEMORY_MB: '64', SVC_ENGINE_PROCESSES: '1', ...unhurried },
  });
  const api = await service.signIn();
  const workbook = await api.workbook();
  const sql = 'select x, md5(x::varchar) as m from range(900000) t(x) order by m';
  expect((await api.post(`${workbook}/query`, { sql, limit: 1 })).status).toBe(200);
  await rm(join(service.dataDir, 'cache'), { recursive: true, force: true });
  const { status, body } = await api.post(`${workbook}/query`, { sql, limit: 1 });
  expect([status, body.row_count], JSON.stringify(body)).toEqual([200, 900_000]);
});

test('kill -9 of engine processes during queries fails no request', async () => {
  const service = await startService({ env: unhurried });
  const api = await service.writer();
  const workbooks = await Promise.all([1, 2, 3].map(() => api.workbook()));
  const content = csvOf('n', 1000, String);
  for (const workbook of workbooks) await api.upload(`${workbook}/sources`, { name: 't.csv', content }, skip);
  const sql = 'select sum(a.n + b.n) as s from t a, t b';
  for (let round = 0; round < 3; round++) {
    const asked = workbooks.flatMap((workbook) => [
      api.post(`${workbook}/query`, { sql }),
      api.get(`${workbook}/tables/t/rows?order_by=-n&limit=1`),
      api.post(`${workbook}/export`, { format: 'csv' }),
    ]);
    await eventually(async () => childProcesses(service.pid).find(isEngine));
    // The service stands still meanwhile: otherwise it could retry a request in a process that is killed next.
    process.kill(service.pid, 'SIGSTOP');
    for (const engine of childProcesses(service.pid).filter(isEngine)) process.kill(engine.pid, 'SIGKILL');
    process.kill(service.pid, 'SIGCONT');
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers[0]?.body.rows).toEqual([{ s: 999_000_000 }]);
  }
  expect((await service.anonymous.get('/readyz')).status).toBe(200);
});
