import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { patience } from '../../test-support/patience.js';
import type { Catalog } from '../catalog/catalog.js';
import { type Change, change } from '../catalog/change.js';
import type { JobRecord } from '../catalog/job-records.js';
import { openCatalog } from '../catalog/open-catalog.js';
import { newId } from '../core/ids.js';
import { Outage } from '../core/outage.js';
import { asWorded, problem } from '../core/problems.js';
import { finishJobOnCommit, jobAuthor } from '../features/queue/queue-job.js';
import { createMetrics } from '../metrics.js';
import { type JobHandler, JobRunner } from './job-runner.js';

const past = '2020-01-01T00:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';

describeEachDatabase('a job', (database) => {
  let catalog: Catalog;
  let workbook: TestWorkbook;
  const runners: JobRunner[] = [];
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  beforeEach(async () => {
    workbook = await newWorkbook(catalog);
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await catalog.db.deleteFrom('jobs').execute();
  });
  afterAll(() => catalog.close());

  async function enqueue(more: Partial<JobRecord> = {}): Promise<string> {
    const job: JobRecord = {
      id: newId('job'),
      workbook_id: workbook.workbookId,
      user_id: workbook.userId,
      credential_id: null,
      kind: 'test',
      status: 'pending',
      input: '{}',
      blob_hash: null,
      progress: null,
      result: null,
      error: null,
      lease_owner: null,
      lease_until: null,
      attempts: 0,
      retries: 0,
      next_attempt_at: null,
      created_at: past,
      started_at: null,
      finished_at: null,
      ...more,
    };
    await catalog.db.insertInto('jobs').values(job).execute();
    return job.id;
  }

  async function startRunner(handler: JobHandler, perAccount = 2): Promise<JobRunner> {
    const log = pino({ level: 'silent' }) as never;
    const runner = new JobRunner({
      catalog,
      log,
      metrics: createMetrics(),
      handlers: { test: handler, waiting: handler },
      perAccount,
      waitingKinds: ['waiting'],
    });
    runners.push(runner);
    await runner.start();
    return runner;
  }

  /** A handler: one change, whose transaction also finishes the job. */
  const succeed = (job: JobRecord, note = 'done') => {
    const work = async (c: Change) => {
      await c.audit({ chain: job.workbook_id, action: 'workbook.updated', detail: { note } });
      return { note };
    };
    return change(catalog, jobAuthor(job), work, finishJobOnCommit(job));
  };

  const find = (id: string) =>
    catalog.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const notes = async () => {
    const entries = await catalog.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('chain', '=', workbook.workbookId)
      .execute();
    return entries.map(({ detail }) => (JSON.parse(detail) as { note: string }).note);
  };
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const job = await find(id);
      expect(job.finished_at).not.toBeNull();
      return job;
    }, patience(120_000));

  test('succeeds in the transaction of its change', async () => {
    const id = await enqueue();
    await startRunner(async (job) => void (await succeed(job)));
    expect(await settled(id)).toMatchObject({
      status: 'succeeded',
      result: '{"note":"done"}',
      attempts: 1,
      lease_owner: null,
    });
  });

  test('fails with the detail of a problem, and reveals nothing of other errors', async () => {
    const [known, unknown] = [await enqueue(), await enqueue({ input: '"unknown"', retries: 5 })];
    await startRunner(async (job) => {
      throw job.input === '"unknown"'
        ? new Error('secret')
        : problem('empty-file', asWorded('No cells in it.'));
    });
    expect(await settled(known)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('"text":"No cells in it."'),
    });
    expect((await settled(unknown)).error).not.toContain('secret');
  });

  test('that fails through a fault of the service is retried when it is due', async () => {
    const id = await enqueue({ created_at: new Date().toISOString() });
    let outage = true;
    const runner = await startRunner(async (job) => {
      if (outage) throw new Outage('blob store', new Error('connection refused'));
      await succeed(job);
    });
    const put = await vi.waitFor(async () => {
      const job = await find(id);
      expect(job.retries).toBe(1);
      return job;
    }, patience(120_000));
    expect(put).toMatchObject({ status: 'pending', attempts: 1, lease_owner: null, error: null });
    outage = false;
    await catalog.db.updateTable('jobs').set({ next_attempt_at: future }).where('id', '=', id).execute();
    const other = await enqueue();
    runner.wake();
    await settled(other);
    expect((await find(id)).status).toBe('pending');
    await catalog.db.updateTable('jobs').set({ next_attempt_at: past }).where('id', '=', id).execute();
    runner.wake();
    expect(await settled(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  test('that fails for good calls the failure handler of its kind in the same transaction', async () => {
    const log = pino({ level: 'silent' }) as never;
    const runner = new JobRunner({
      catalog,
      metrics: createMetrics(),
      log,
      perAccount: 1,
      waitingKinds: ['waiting'],
      handlers: { test: async () => Promise.reject(problem('empty-file', asWorded('No cells in it.'))) },
      onFailure: {
        test: (c, job, { text: note }) =>
          c.audit({ chain: job.workbook_id, action: 'member.left', detail: { note } }),
      },
    });
    runners.push(runner);
    const id = await enqueue();
    await runner.start();
    expect(await settled(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('"text":"No cells in it."'),
    });
    expect(await notes()).toContain('No cells in it.');
  });

  test('runs once, however many runners compete for it', async () => {
    const runs = new Map<string, number>();
    const handler: JobHandler = async (job) => {
      runs.set(job.id, (runs.get(job.id) ?? 0) + 1);
      await succeed(job);
    };
    const started = await Promise.all([startRunner(handler), startRunner(handler), startRunner(handler)]);
    const ids = await Promise.all(Array.from({ length: 30 }, () => enqueue()));
    for (const runner of started) runner.wake();
    for (const id of ids) expect((await settled(id)).status).toBe('succeeded');
    expect([...runs.values()]).toEqual(ids.map(() => 1));
  });

  test('never exceeds the number of jobs that a runner may run at once', async () => {
    let running = 0;
    let most = 0;
    const three = turnstile();
    const ids = await Promise.all(Array.from({ length: 8 }, () => enqueue()));
    await startRunner(async (job) => {
      most = Math.max(most, ++running);
      if (running === 3) three.pass();
      await three.passed;
      await succeed(job);
      running--;
    }, 3);
    for (const id of ids) await settled(id);
    expect(most).toBe(3);
  });

  test('of another account starts at once, however many of one account run and wait', async () => {
    const other = await newWorkbook(catalog);
    const held = turnstile();
    const hogs = await Promise.all(Array.from({ length: 6 }, () => enqueue()));
    const runner = await startRunner(async (job) => {
      if (job.workbook_id === workbook.workbookId) await held.passed;
      await succeed(job);
    });
    const innocent = await enqueue({ workbook_id: other.workbookId });
    runner.wake();
    expect((await settled(innocent)).status).toBe('succeeded');
    const running = (await Promise.all(hogs.map(find))).filter(({ status }) => status === 'running');
    expect(running.length).toBe(2);
    held.pass();
    for (const id of hogs) await settled(id);
  });

  test('that waits for another server takes no turn from others', async () => {
    const held = turnstile();
    const waiting = await Promise.all(Array.from({ length: 6 }, () => enqueue({ kind: 'waiting' })));
    const runner = await startRunner(async (job) => {
      if (job.kind === 'waiting') await held.passed;
      await succeed(job);
    }, 1);
    const working = await enqueue();
    runner.wake();
    expect((await settled(working)).status).toBe('succeeded');
    const running = (await Promise.all(waiting.map(find))).filter(({ status }) => status === 'running');
    expect(running.length).toBe(2);
    held.pass();
    for (const id of waiting) await settled(id);
  });

  test('of a dead runner is taken over when its lease has expired, not before', async () => {
    const alive = new Date(Date.now() + 60_000).toISOString();
    const runner = await startRunner(async (job) => void (await succeed(job)));
    const leased = { status: 'running', lease_owner: 'another node', attempts: 1 } as const;
    const [held, lapsed] = [
      await enqueue({ ...leased, lease_until: alive }),
      await enqueue({ ...leased, lease_until: past }),
    ];
    runner.wake();
    expect(await settled(lapsed)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await find(held)).toMatchObject({ status: 'running', lease_owner: 'another node' });
  });

  test('that was taken over accepts no result of the runner that lost it', async () => {
    const [slow, takenOver] = [turnstile(), turnstile()];
    await startRunner(async (job) => {
      takenOver.pass();
      await slow.passed;
      await succeed(job, 'too late');
    }, 1);
    const id = await enqueue();
    runners[0]?.wake();
    await takenOver.passed;
    await catalog.db.updateTable('jobs').set({ lease_until: past }).where('id', '=', id).execute();
    await startRunner(async (job) => void (await succeed(job, 'in time')));
    await settled(id);
    slow.pass();
    await runners[0]?.stop();
    expect(await find(id)).toMatchObject({ status: 'succeeded', result: '{"note":"in time"}' });
    expect(await notes()).toEqual(['in time']);
  });

  test('fails when it was interrupted too often', async () => {
    const id = await enqueue({ status: 'running', lease_until: past, attempts: 10 });
    const handler = vi.fn(async () => {});
    await startRunner(handler);
    expect(await settled(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('too often'),
    });
    expect(handler).not.toHaveBeenCalled();
  });

  test('is waited for when its runner stops', async () => {
    const [begun, ending] = [turnstile(), turnstile()];
    const id = await enqueue();
    const runner = await startRunner(async (job) => {
      begun.pass();
      await ending.passed;
      await succeed(job);
    });
    await begun.passed;
    const stopped = runner.stop();
    ending.pass();
    await stopped;
    expect((await find(id)).status).toBe('succeeded');
  });

  test('is not started by a runner that stops while it is claiming', async () => {
    const runs: string[] = [];
    await enqueue();
    const runner = await startRunner(async (job) => {
      runs.push(job.id);
      await succeed(job);
    });
    await runner.stop();
    const before = [...runs];
    for (let n = 0; n < 10; n++) await catalog.check();
    expect(runs).toEqual(before);
  });
});

/** A gate at which one part of a test waits until another opens it. */
function turnstile(): { passed: Promise<void>; pass: () => void } {
  let pass = (): void => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, pass };
}
