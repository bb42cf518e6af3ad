import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { author, newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from '../catalog/catalog.js';
import { change } from '../catalog/change.js';
import { openCatalog } from '../catalog/open-catalog.js';
import type { ScheduleRecord } from '../catalog/schedule-records.js';
import { newId } from '../core/ids.js';
import { problem } from '../core/problems.js';
import type { Caller } from '../features/caller.js';
import { updateSchedule } from '../features/schedules/change-schedule.js';
import { noteFailedRun } from '../features/schedules/note-failed-run.js';
import { requireSchedule } from '../features/schedules/schedules.js';
import type { Service } from '../features/service.js';
import { Scheduler } from './scheduler.js';

const HOUR_MS = 3_600_000;

describeEachDatabase('a schedule', (database) => {
  let catalog: Catalog;
  let other: Catalog;
  let workbook: TestWorkbook;
  beforeAll(async () => {
    const place = await database.fresh();
    catalog = await openCatalog(place);
    // A second node; SQLite belongs to one process.
    other = place.databaseUrl === undefined ? catalog : await openCatalog(place);
  });
  beforeEach(async () => {
    workbook = await newWorkbook(catalog);
    await catalog.db.deleteFrom('schedules').execute();
    await catalog.db.deleteFrom('jobs').execute();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    if (other !== catalog) await other.close();
    await catalog.close();
  });

  const nodes = () =>
    [catalog, other, catalog].map(
      (one) =>
        new Scheduler({
          catalog: one,
          log: pino({ level: 'silent' }) as never,
          wakeJobs: () => {},
          quietMs: 0,
          mailQuietMs: 0,
        }),
    );
  const jobs = () => catalog.db.selectFrom('jobs').select(['id', 'kind', 'status']).execute();
  const stored = (id: string) =>
    catalog.db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  async function hourly(dueAgoMs: number): Promise<string> {
    const sourceId = newId('src');
    const at = new Date(Date.now() - dueAgoMs).toISOString();
    await catalog.db
      .insertInto('sources')
      .values({
        id: sourceId,
        workbook_id: workbook.workbookId,
        name: sourceId,
        filename: 'sales.csv',
        blob_hash: sourceId,
        size: 1,
        format: 'csv',
        reader: null,
        mode: 'auto',
        status: 'materialized',
        created_at: at,
        created_by: workbook.userId,
        failure: null,
        provenance: null,
      })
      .execute();
    const schedule: ScheduleRecord = {
      id: newId('sch'),
      workbook_id: workbook.workbookId,
      kind: 'pull_url',
      file_link_id: null,
      source_id: sourceId,
      table_id: null,
      sheet_id: null,
      every: '1h',
      cron: null,
      time_zone: null,
      url: null,
      etag: null,
      last_modified: null,
      user_id: workbook.userId,
      credential_id: null,
      state: 'active',
      paused_because: null,
      failures: 0,
      due_at: at,
      retry_at: null,
      seen: null,
      job_id: null,
      last_job_id: null,
      last_run_at: null,
      last_outcome: null,
      last_changed: 0,
      last_error: null,
      created_at: at,
    };
    await catalog.db.insertInto('schedules').values(schedule).execute();
    return schedule.id;
  }

  test('queues one run for a due time, however many nodes look at once', async () => {
    const id = await hourly(1000);
    await Promise.all(nodes().map((node) => node.look()));
    await Promise.all(nodes().map((node) => node.look()));
    expect(await jobs()).toMatchObject([{ kind: 'schedule.pull', status: 'pending' }]);
    const { due_at, job_id } = await stored(id);
    expect([Date.parse(due_at as string) > Date.now(), job_id]).toEqual([true, (await jobs())[0]?.id]);
  });

  test('that was missed for a day runs once', async () => {
    const id = await hourly(25 * HOUR_MS);
    for (const node of nodes()) await node.look();
    expect(await jobs()).toHaveLength(1);
    await catalog.db.updateTable('jobs').set({ status: 'succeeded' }).execute();
    for (const node of nodes()) await node.look();
    expect(await jobs()).toHaveLength(1);
    const wait = Date.parse((await stored(id)).due_at as string) - Date.now();
    expect([wait > 0, wait <= HOUR_MS]).toEqual([true, true]);
  });

  test('of an account without credits pauses with its reason, and goes on once it is resumed', async () => {
    const id = await hourly(1000);
    const [node] = nodes() as [Scheduler];
    const service = { catalog } as Service;
    const place = { workbookId: workbook.workbookId, scheduleId: id };
    const cause = problem('out-of-credits');
    const schedule = await requireSchedule(catalog.db, place);
    await change(catalog, author, (c) =>
      noteFailedRun(service, c, schedule, { jobId: newId('job'), failure: cause.failure, cause }),
    );
    await node.look();
    expect(await jobs()).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'paused', paused_because: 'out_of_credits' });
    const caller = { ...author, credential: null } as unknown as Caller;
    await updateSchedule(service, caller, place, { state: 'active' }, {});
    expect(await stored(id)).toMatchObject({ paused_because: null, failures: 0, user_id: workbook.userId });
    const due_at = new Date(Date.now() - 500).toISOString();
    await catalog.db.updateTable('schedules').set({ due_at }).where('id', '=', id).execute();
    await node.look();
    expect(await jobs()).toHaveLength(1);
  });

  test('waits for the run before it', async () => {
    const id = await hourly(1000);
    const [node] = nodes() as [Scheduler];
    await node.look();
    const due_at = new Date(Date.now() - 500).toISOString();
    await catalog.db.updateTable('schedules').set({ due_at }).where('id', '=', id).execute();
    await node.look();
    expect(await jobs()).toHaveLength(1);
    await catalog.db.updateTable('jobs').set({ status: 'failed' }).execute();
    await node.look();
    expect(await jobs()).toHaveLength(2);
  });

  test.runIf(database.kind === 'postgres')(
    'is due by the clock of the database, not that of a node',
    async () => {
      const id = await hourly(1000);
      const notYet = await hourly(-60_000);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
      const [early] = nodes() as [Scheduler];
      await early.look();
      vi.setSystemTime(Date.now() - 10 * 60_000);
      await early.look();
      expect(await jobs()).toHaveLength(1);
      expect([(await stored(id)).job_id, (await stored(notYet)).job_id]).toEqual([expect.any(String), null]);
    },
  );
});
