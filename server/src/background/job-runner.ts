import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Catalog } from '../catalog/catalog.js';
import { type Change, type CommitOptions, change } from '../catalog/change.js';
import {
  claimJob,
  endLeases,
  finishJob,
  isClaimable,
  JobLost,
  type JobRecord,
  renewLease,
  requeueJob,
} from '../catalog/job-records.js';
import type { Schema } from '../catalog/schema.js';
import { withoutCancellation } from '../core/cancellation.js';
import { Outage } from '../core/outage.js';
import { Problem } from '../core/problems.js';
import { type Failure, storedSaying } from '../core/stored-saying.js';
import { traced } from '../core/tracing.js';
import { nextAttempt } from '../features/queue/next-attempt.js';
import { finishJobOnCommit, jobAuthor } from '../features/queue/queue-job.js';
import { errorFields, type Log } from '../log.js';
import type { Metrics } from '../metrics.js';

/** Runs one kind of job, in a change that also marks the job as done, through `commit`. */
export type JobHandler = (job: JobRecord, commit: CommitOptions) => Promise<void>;

/** Cleans up after a job that failed for good, in the change that marks it as failed. */
type FailureHandler = (c: Change, job: JobRecord, reason: Failure, cause: unknown) => Promise<void>;

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const POLL_MS = 2_000;
/** How often a process may die while running a job before the job itself is suspected. */
const MAX_INTERRUPTIONS = 10;

interface JobRunnerOptions {
  catalog: Catalog;
  log: Log;
  metrics: Metrics;
  handlers: Record<string, JobHandler>;
  onFailure?: Record<string, FailureHandler>;
  /** How many jobs of one account run at once; one more may run for another account. */
  perAccount: number;
  /** Kinds that spend their time waiting for another server. They take no turn from the others. */
  waitingKinds: readonly [string, ...string[]];
}

/** Jobs that take turns with each other. */
interface Lane {
  /** Only these kinds, or all but these. */
  kinds: { in: readonly string[] } | { notIn: readonly string[] };
  perAccount: number;
  atOnce: number;
  running: Set<Promise<void>>;
}

/** Waiting costs little, so more of them run at once. */
const WAITING = { perAccount: 2, atOnce: 8 };

/**
 * Claims jobs with leases, so that several nodes share the queue. The leases of a dead node expire, and another
 * node restarts its jobs.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #node = randomUUID();
  readonly #lanes: readonly Lane[];
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #stopped = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    const { perAccount, waitingKinds: waiting } = options;
    this.#lanes = [
      { kinds: { notIn: waiting }, perAccount, atOnce: perAccount + 1, running: new Set() },
      { kinds: { in: waiting }, ...WAITING, running: new Set() },
    ];
  }

  async start(): Promise<void> {
    const { catalog } = this.#options;
    // SQLite belongs to one process, so the owner of any lease there is gone.
    if (catalog.kind === 'sqlite') await endLeases(catalog.db);
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
    this.wake();
  }

  /** Looks for jobs now instead of at the next poll. */
  wake(): void {
    if (this.#stopped) return;
    // The claim in progress may have looked before the job was queued.
    this.#wokenMeanwhile = this.#claiming !== undefined;
    if (this.#claiming) return;
    // A job outlives the request that queued it.
    this.#claiming = withoutCancellation(() => this.#claimAll())
      .catch((error) => this.#options.log.error({ err: error }, 'claiming jobs failed'))
      .finally(() => {
        this.#claiming = undefined;
        if (this.#wokenMeanwhile) this.wake();
      });
  }

  /** Waits for running jobs, including one that is just being claimed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#claiming;
    await Promise.allSettled(this.#lanes.flatMap(({ running }) => [...running]));
  }

  async #claimAll(): Promise<void> {
    for (const lane of this.#lanes) await this.#fill(lane);
  }

  async #fill(lane: Lane): Promise<void> {
    const { running, atOnce } = lane;
    while (!this.#stopped && running.size < atOnce) {
      const job = await this.#claim(lane);
      if (!job) return;
      const work = this.#run(job).finally(() => {
        running.delete(work);
        this.wake();
      });
      running.add(work);
    }
  }

  async #claim(lane: Lane): Promise<JobRecord | undefined> {
    const { db } = this.#options.catalog;
    const now = new Date().toISOString();
    const candidate = await this.#candidate(lane, now);
    if (!candidate) return undefined;
    const claim = { node: this.#node, now, leaseUntil: leaseEnd() };
    return (await claimJob(db, candidate.id, claim)) ?? (await this.#claim(lane));
  }

  /** The oldest job of the account that has the fewest running here. */
  async #candidate({ kinds, perAccount }: Lane, now: string): Promise<{ id: string } | undefined> {
    const { catalog } = this.#options;
    const running = catalog.db
      .selectFrom('jobs')
      .innerJoin('workbooks', 'workbooks.id', 'jobs.workbook_id')
      .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
      .select((eb) => ['workspaces.account_id', eb.fn.countAll().as('count')])
      .where('jobs.status', '=', 'running')
      .where('jobs.lease_owner', '=', this.#node)
      .where(isOfKind(kinds))
      .groupBy('workspaces.account_id')
      .as('here');
    const count = sql<number>`coalesce(here.count, 0)`;
    return await catalog.db
      .selectFrom('jobs')
      .innerJoin('workbooks', 'workbooks.id', 'jobs.workbook_id')
      .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
      .leftJoin(running, 'here.account_id', 'workspaces.account_id')
      .select('jobs.id')
      .where(isClaimable(now))
      .where(isOfKind(kinds))
      .where(count, '<', perAccount)
      .orderBy(count)
      .orderBy('jobs.id')
      .limit(1)
      .executeTakeFirst();
  }

  async #run(job: JobRecord): Promise<void> {
    const { log, metrics, handlers } = this.#options;
    const startedAt = performance.now();
    const renewal = setInterval(() => this.#renew(job).catch(() => {}), RENEW_MS);
    renewal.unref();
    try {
      if (job.attempts - job.retries > MAX_INTERRUPTIONS)
        return await this.#fail(job, say('job-interrupted'));
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      const attributes = { 'job.id': job.id, 'job.attempts': job.attempts, 'workbook.id': job.workbook_id };
      await traced(
        () => ({ name: `job ${job.kind}`, attributes }),
        () => handler(job, finishJobOnCommit(job)),
      );
      metrics.jobRuns.inc({ kind: job.kind, outcome: 'succeeded' });
      log.debug({ ...jobFields(job), ms: Math.round(performance.now() - startedAt) }, 'job succeeded');
    } catch (error) {
      if (error instanceof JobLost) return log.warn(jobFields(job), 'job was taken over');
      const again = nextAttempt(job, error, new Date());
      if (again) await this.#retry(job, again, error);
      else {
        const reason = error instanceof Problem ? error.failure : say('job-failed');
        await this.#fail(job, reason, error);
      }
    } finally {
      clearInterval(renewal);
    }
  }

  async #renew(job: JobRecord): Promise<void> {
    await renewLease(this.#options.catalog.db, job.id, this.#node, leaseEnd());
  }

  /** Puts the job back on the queue, to be claimed when it is due. */
  async #retry(job: JobRecord, at: Date, cause: unknown): Promise<void> {
    const { log, metrics } = this.#options;
    metrics.jobRuns.inc({ kind: job.kind, outcome: 'retried' });
    const line = { ...jobFields(job), ...errorFields(cause), next_attempt_at: at.toISOString() };
    log.warn(line, 'job is tried again later');
    await this.#mark(job, () => requeueJob(this.#options.catalog.db, job, at.toISOString()));
  }

  async #fail(job: JobRecord, error: Failure, cause?: unknown): Promise<void> {
    const { catalog, log, metrics, onFailure } = this.#options;
    metrics.jobRuns.inc({ kind: job.kind, outcome: 'failed' });
    // A fault of the file or the request is not a fault of the service.
    const isRequest = cause instanceof Problem && cause.status < 500;
    log[isRequest ? 'info' : 'error']({ ...jobFields(job), ...errorFields(cause) }, 'job failed for good');
    await this.#mark(job, () =>
      change(catalog, jobAuthor(job), async (c) => {
        await finishJob(c.tx, job, { status: 'failed', result: null, error: storedSaying(error) });
        await c.audit({
          chain: job.workbook_id,
          action: 'job.failed',
          target: job.id,
          detail: { kind: job.kind },
        });
        await onFailure?.[job.kind]?.(c, job, error, cause);
      }),
    );
  }

  /** Records the outcome of a job. It may have failed because of a database outage, so waits for its end. */
  async #mark(job: JobRecord, write: () => Promise<unknown>): Promise<void> {
    const { log } = this.#options;
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        if (error instanceof JobLost) return log.warn(jobFields(job), 'job was taken over');
        if (!(error instanceof Outage) || this.#stopped)
          return log.error({ err: error, ...jobFields(job) }, 'a failed job could not be marked so');
        await pause(POLL_MS);
      }
    }
  }
}

function isOfKind(kinds: Lane['kinds']) {
  return (eb: ExpressionBuilder<Schema, 'jobs'>) =>
    'in' in kinds ? eb('jobs.kind', 'in', kinds.in) : eb('jobs.kind', 'not in', kinds.notIn);
}

function jobFields({ id, kind, workbook_id, attempts }: JobRecord) {
  return { job_id: id, kind, workbook_id, attempts };
}

function leaseEnd(): string {
  return new Date(Date.now() + LEASE_MS).toISOString();
}
