// The only writer of `schedules`.
import type { PauseReason } from '@workbook-data-service/contract/schedules';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { StoredSaying } from '../core/stored-saying.js';
import type { Catalog } from './catalog.js';
import type { Change } from './change.js';
import type { Db, Tx } from './db.js';
import { insertRun } from './schedule-runs.js';
import type { Schema } from './schema.js';
import { openText, resealColumn, sealText } from './sealed-texts.js';

export type ScheduleRecord = Selectable<Schema['schedules']>;

/** What a schedule belongs to, by the column that names it. */
export type ScheduleSubject = { file_link_id: string } | { source_id: string } | { table_id: string };

/** Of the columns that name subjects, each schedule has one. */
export const noSubject = { file_link_id: null, source_id: null, table_id: null, sheet_id: null } as const;

/** A schedule with the name of its subject, and whether its latest job goes on. */
export interface NamedSchedule extends ScheduleRecord {
  subject: string;
  isRunning: 0 | 1;
}

export const isUnfinished = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'schedules'>) =>
  exists(
    selectFrom('jobs')
      .select('jobs.id')
      .whereRef('jobs.id', '=', 'schedules.job_id')
      .where('jobs.status', 'in', ['pending', 'running']),
  );

/** Those of deleted tables, which may come back, are left out. */
export function namedSchedules(db: Db) {
  return db
    .selectFrom('schedules')
    .leftJoin('file_links', 'file_links.id', 'schedules.file_link_id')
    .leftJoin('sources', 'sources.id', 'schedules.source_id')
    .leftJoin('tables', 'tables.id', 'schedules.table_id')
    .leftJoin('sheets', 'sheets.id', 'schedules.sheet_id')
    .selectAll('schedules')
    .select((eb) => [
      eb.fn
        .coalesce('file_links.filename', 'sources.name', 'tables.name', 'sheets.name')
        .$castTo<string>()
        .as('subject'),
      eb
        .case()
        .when(isUnfinished(eb))
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .$castTo<0 | 1>()
        .as('isRunning'),
    ])
    .where((eb) =>
      eb(eb.fn.coalesce('file_links.id', 'sources.id', 'tables.id', 'sheets.id'), 'is not', null),
    );
}

export async function schedulesAfter(
  db: Db,
  workbookId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<NamedSchedule[]> {
  return await namedSchedules(db)
    .where('schedules.workbook_id', '=', workbookId)
    .$if(after !== undefined, (query) => query.where('schedules.id', '>', after as string))
    .orderBy('schedules.id')
    .limit(limit)
    .execute();
}

export async function findSchedule(
  db: Db,
  workbookId: string,
  id: string,
): Promise<NamedSchedule | undefined> {
  return await namedSchedules(db)
    .where('schedules.workbook_id', '=', workbookId)
    .where('schedules.id', '=', id)
    .executeTakeFirst();
}

export async function scheduleOf(db: Db, subject: ScheduleSubject): Promise<NamedSchedule | undefined> {
  const [[column, id]] = Object.entries(subject) as [[keyof Schema['schedules'], string]];
  return await namedSchedules(db)
    .where(`schedules.${column}` as 'schedules.table_id', '=', id)
    .executeTakeFirst();
}

/** Those whose time has come and whose run before has ended, the longest due first. */
export async function dueSchedules(db: Db, now: Date, limit: number): Promise<ScheduleRecord[]> {
  return await db
    .selectFrom('schedules')
    .selectAll()
    .where('state', '=', 'active')
    .where('due_at', '<=', now.toISOString())
    .where((eb) => eb.not(isUnfinished(eb)))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Derived tables that are to be recomputed by themselves and are stale, unless that is under way. */
export async function staleAutoTables(db: Db): Promise<(ScheduleRecord & { table_id: string })[]> {
  return await db
    .selectFrom('schedules')
    .innerJoin('tables', 'tables.id', 'schedules.table_id')
    .selectAll('schedules')
    .$narrowType<{ table_id: string }>()
    .where('schedules.state', '=', 'active')
    .where('schedules.kind', '=', 'refresh')
    .where('tables.stale_since', 'is not', null)
    .where((eb) => eb.not(isUnfinished(eb)))
    .execute();
}

export async function insertSchedule(c: Change, schedule: ScheduleRecord): Promise<void> {
  await c.tx.insertInto('schedules').values(schedule).execute();
}

/** Gives a schedule other times, and whose it is; what it did so far is kept. */
export async function redefineSchedule(
  c: Change,
  id: string,
  definition: Pick<
    ScheduleRecord,
    'every' | 'cron' | 'time_zone' | 'url' | 'user_id' | 'credential_id' | 'due_at'
  > & { seen?: string | null },
): Promise<void> {
  await c.tx
    .updateTable('schedules')
    .set({ ...resumed, ...definition, etag: null, last_modified: null })
    .where('id', '=', id)
    .execute();
}

/** How a schedule begins. */
export const neverRun = {
  etag: null,
  last_modified: null,
  state: 'active',
  paused_because: null,
  failures: 0,
  retry_at: null,
  seen: null,
  job_id: null,
  last_job_id: null,
  last_run_at: null,
  last_outcome: null,
  last_changed: 0,
  last_error: null,
} as const;

const resumed = { state: 'active', paused_because: null, failures: 0, retry_at: null, seen: null } as const;

export async function deleteScheduleRecord(c: Change, id: string): Promise<void> {
  await c.tx.deleteFrom('schedules').where('id', '=', id).execute();
}

export async function deleteSchedulesOf(c: Change, tableIds: string[]): Promise<void> {
  await c.tx.deleteFrom('schedules').where('table_id', 'in', tableIds).execute();
}

/** Whether the schedule was not paused already. */
export async function pauseSchedule(c: Change, id: string, because: PauseReason): Promise<boolean> {
  const paused = await c.tx
    .updateTable('schedules')
    .set({ state: 'paused', paused_because: because })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  return paused !== undefined;
}

export async function resumeSchedule(
  c: Change,
  id: string,
  as: Pick<ScheduleRecord, 'due_at' | 'user_id' | 'credential_id'>,
): Promise<void> {
  await c.tx
    .updateTable('schedules')
    .set({ ...resumed, ...as })
    .where('id', '=', id)
    .execute();
}

/**
 * Notes the job of a run in the transaction that queues it. False if another node was faster: of several that saw the
 * schedule in the same state, one writes.
 */
export async function claimRun(
  tx: Tx,
  { id, due_at, job_id }: Pick<ScheduleRecord, 'id' | 'due_at' | 'job_id'>,
  run: { jobId: string; dueAt: string | null; seen?: string },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('schedules')
    .set({ job_id: run.jobId, due_at: run.dueAt, ...(run.seen !== undefined && { seen: run.seen }) })
    .where('id', '=', id)
    .where(sql<boolean>`due_at is not distinct from ${due_at}`)
    .where(sql<boolean>`job_id is not distinct from ${job_id}`)
    .where((eb) => eb.not(isUnfinished(eb)))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

interface Success {
  jobId: string;
  changed: boolean;
  /** Of a file that was fetched. */
  validators?: { etag: string | null; last_modified: string | null };
}

export async function noteSuccess(
  tx: Tx,
  id: string,
  { jobId, changed, validators }: Success,
): Promise<void> {
  const now = new Date();
  await tx
    .updateTable('schedules')
    .set({
      ...endOf(jobId, now),
      ...validators,
      failures: 0,
      retry_at: null,
      last_outcome: 'succeeded',
      last_changed: changed ? 1 : 0,
      last_error: null,
    })
    .where('id', '=', id)
    .execute();
  await insertRun(tx, {
    schedule_id: id,
    job_id: jobId,
    finished_at: now.toISOString(),
    outcome: 'succeeded',
    changed: changed ? 1 : 0,
    error: null,
  });
}

/** Answers how many runs have failed in a row; undefined if the schedule is gone. */
export async function noteFailure(
  tx: Tx,
  id: string,
  failure: { jobId: string; error: StoredSaying; retryAt: (failures: number) => Date },
): Promise<number | undefined> {
  const now = new Date();
  const failed = await tx
    .updateTable('schedules')
    .set((eb) => ({
      ...endOf(failure.jobId, now),
      failures: eb('failures', '+', 1),
      last_outcome: 'failed',
      last_changed: 0,
      last_error: failure.error,
    }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  if (!failed) return undefined;
  const retry_at = failure.retryAt(failed.failures).toISOString();
  await tx.updateTable('schedules').set({ retry_at }).where('id', '=', id).execute();
  await insertRun(tx, {
    schedule_id: id,
    job_id: failure.jobId,
    finished_at: now.toISOString(),
    outcome: 'failed',
    changed: 0,
    error: failure.error,
  });
  return failed.failures;
}

const endOf = (jobId: string, at: Date) => ({ last_job_id: jobId, last_run_at: at.toISOString() });

const purposeOf = ({ id }: Pick<ScheduleRecord, 'id'>): string => `schedules/${id}/url`;

export function sealScheduleUrl(catalog: Catalog, id: string, url: string): string {
  return sealText(catalog, url, purposeOf({ id }));
}

/** Undefined where there is none, or it does not open, as after a restore with another key. */
export function scheduleUrl(
  catalog: Catalog,
  { id, url }: Pick<ScheduleRecord, 'id' | 'url'>,
): string | undefined {
  return url === null ? undefined : openText(catalog, url, purposeOf({ id }));
}

export async function resealScheduleUrls(catalog: Catalog): Promise<void> {
  await resealColumn<{ id: string; url: string }>(catalog, {
    rowsAfter: (last, { withoutPrefix, limit }) =>
      catalog.db
        .selectFrom('schedules')
        .select(['id', 'url'])
        .$narrowType<{ url: string }>()
        .where('id', '>', last?.id ?? '')
        .where('url', 'not like', `${withoutPrefix}%`)
        .orderBy('id')
        .limit(limit)
        .execute(),
    sealed: ({ url }) => url,
    purpose: purposeOf,
    replace: ({ id, url: before }, url) =>
      catalog.db
        .updateTable('schedules')
        .set({ url })
        .where('id', '=', id)
        .where('url', '=', before)
        .execute(),
  });
}
