import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.js';
import { change } from '../catalog/change.js';
import { databaseTime } from '../catalog/database-time.js';
import {
  dueSchedules,
  findSchedule,
  type ScheduleRecord,
  staleAutoTables,
} from '../catalog/schedule-records.js';
import { type FollowedReport, followedReports } from '../catalog/subscription-records.js';
import { upstreamStates } from '../catalog/transforms.js';
import { lengthOf } from '../core/schedule-times.js';
import { Settling } from '../core/settling.js';
import { queueRuns, RunTaken, scheduleAuthor } from '../features/schedules/schedule-jobs.js';
import { dueAfter } from '../features/schedules/timing.js';
import { reportState } from '../features/subscriptions/report-state.js';
import { errorFields, type Log } from '../log.js';

const POLL_MS = 1_000;
/** Queued at once; the jobs wait for their turns. */
const AT_ONCE = 100;
/** A table that is edited without a pause is recomputed this often nevertheless. */
const LONGEST_QUIET_MS = 60_000;
/** And a report mailed, unless it was a while ago. */
const LONGEST_MAIL_QUIET_MS = 10 * 60_000;

interface SchedulerOptions {
  catalog: Catalog;
  log: Log;
  wakeJobs: () => void;
  /** How long nothing must have changed before a derived table is recomputed by itself. */
  quietMs: number;
  /** The same for a report that is mailed when it changes. */
  mailQuietMs: number;
}

/**
 * Queues the runs of schedules. Every node looks; the transaction that queues a run moves its due time on, so that one does.
 * Times are those of the database, and quiet is measured without a clock of the day, so that a wrong one does no harm.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #settling: Settling;
  readonly #reports: Settling;
  /** The states of reports that are followed, with the latest op of the workbook when they were looked at. */
  readonly #states = new Map<string, { lastOpId: number; state: string }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#settling = new Settling({ quietMs: options.quietMs, longestMs: LONGEST_QUIET_MS });
    const longestMs = Math.max(LONGEST_MAIL_QUIET_MS, options.mailQuietMs);
    this.#reports = new Settling({ quietMs: options.mailQuietMs, longestMs });
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), POLL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Queues what is due. */
  look(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#looking ??= this.#queueAll()
      .catch((error) => this.#options.log.error(errorFields(error), 'schedules could not be looked at'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #queueAll(): Promise<void> {
    const { catalog } = this.#options;
    const now = await databaseTime(catalog);
    for (const schedule of await dueSchedules(catalog.db, now, AT_ONCE))
      await this.#queue([{ schedule, dueAt: dueAfter(schedule, now) }]);
    await this.#queueRefreshes(now);
    await this.#queueChangedReports(now);
  }

  /** One job for the tables of a workbook that have settled and have the same user, so that they are recomputed in order. */
  async #queueRefreshes(now: Date): Promise<void> {
    const { catalog } = this.#options;
    const stale = await staleAutoTables(catalog.db);
    this.#settling.keepOnly(new Set(stale.map(({ id }) => id)));
    const together = new Map<string, { schedule: ScheduleRecord; dueAt: null; seen: string }[]>();
    for (const schedule of stale) {
      const seen = digest(await upstreamStates(catalog.db, schedule.table_id));
      if (!this.#settling.isSettled(schedule.id, seen)) continue;
      const failedSo = schedule.failures > 0 && schedule.seen === seen;
      if (failedSo && (schedule.retry_at ?? '') > now.toISOString()) continue;
      const key = JSON.stringify([schedule.workbook_id, schedule.user_id, schedule.credential_id]);
      together.set(key, [...(together.get(key) ?? []), { schedule, dueAt: null, seen }]);
    }
    for (const runs of together.values()) await this.#queue(runs);
  }

  /** Reports that are mailed when they change, have settled, and were not mailed just before. */
  async #queueChangedReports(now: Date): Promise<void> {
    const followed = await followedReports(this.#options.catalog.db);
    const changed: { report: FollowedReport; state: string }[] = [];
    for (const report of followed) {
      const state = await this.#stateOf(report);
      if (state !== report.seen) changed.push({ report, state });
    }
    this.#reports.keepOnly(new Set(changed.map(({ report }) => report.id)));
    const known = new Set(followed.map(({ id }) => id));
    for (const id of this.#states.keys()) if (!known.has(id)) this.#states.delete(id);
    for (const { report, state } of changed) {
      const isSettled = this.#reports.isSettled(report.id, state);
      if (isSettled && mayMail(report, now))
        await this.#queue([{ schedule: report, dueAt: null, seen: state }]);
    }
  }

  /** Looked at again only when something of the workbook was changed. */
  async #stateOf(report: FollowedReport): Promise<string> {
    const lastOpId = Number(report.last_op_id);
    const known = this.#states.get(report.id);
    if (known?.lastOpId === lastOpId) return known.state;
    const state = await reportState(this.#options.catalog.db, report);
    this.#states.set(report.id, { lastOpId, state });
    return state;
  }

  async #queue(runs: { schedule: ScheduleRecord; dueAt: string | null; seen?: string }[]): Promise<void> {
    const { catalog, log, wakeJobs } = this.#options;
    const first = (runs[0] as (typeof runs)[number]).schedule;
    const named = await findSchedule(catalog.db, first.workbook_id, first.id);
    if (!named) return;
    try {
      await change(catalog, scheduleAuthor(first), (c) => queueRuns(c, named.subject, runs));
      wakeJobs();
    } catch (error) {
      if (!(error instanceof RunTaken))
        log.error({ ...errorFields(error), schedule_id: first.id }, 'a scheduled run could not be queued');
    }
  }
}

/** Whether enough time has gone by since the mail before. */
function mayMail({ mailed_at, at_most_every }: FollowedReport, now: Date): boolean {
  return mailed_at === null || Date.parse(mailed_at) + lengthOf(at_most_every ?? '1h') <= now.getTime();
}

const digest = (state: unknown) => createHash('sha256').update(JSON.stringify(state)).digest('base64url');
