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
import { upstreamStates } from '../catalog/transforms.js';
import { Settling } from '../core/settling.js';
import { queueRuns, RunTaken, scheduleAuthor } from '../features/schedules/schedule-jobs.js';
import { dueAfter } from '../features/schedules/timing.js';
import { errorFields, type Log } from '../log.js';

const POLL_MS = 1_000;
/** Queued at once; the jobs wait for their turns. */
const AT_ONCE = 100;
/** A table that is edited without a pause is recomputed this often nevertheless. */
const LONGEST_QUIET_MS = 60_000;

interface SchedulerOptions {
  catalog: Catalog;
  log: Log;
  wakeJobs: () => void;
  /** How long nothing must have changed before a derived table is recomputed by itself. */
  quietMs: number;
}

/**
 * Queues the runs of schedules. Every node looks; the transaction that queues a run moves its due time on, so that one does.
 * Times are those of the database, and quiet is measured without a clock of the day, so that a wrong one does no harm.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #settling: Settling;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#settling = new Settling({ quietMs: options.quietMs, longestMs: LONGEST_QUIET_MS });
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

const digest = (state: unknown) => createHash('sha256').update(JSON.stringify(state)).digest('base64url');
