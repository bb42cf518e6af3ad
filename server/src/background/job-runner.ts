import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Catalog } from '../catalog/catalog.js';
import type { Schema } from '../catalog/schema.js';
import { Problem } from '../core/problems.js';
import { finishJob, JobLost, type JobRow } from '../features/jobs/jobs.js';
import type { Log } from '../log.js';

/** Does the work of one kind of job; its change marks the job as done. */
export type JobHandler = (job: JobRow) => Promise<void>;

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const POLL_MS = 2_000;
const MOST_ATTEMPTS = 3;

export interface JobRunnerOptions {
  catalog: Catalog;
  log: Log;
  handlers: Record<string, JobHandler>;
  /** How many jobs of one account at once; there is room for one more of another. */
  perAccount: number;
}

/**
 * Claims jobs with leases, so that several nodes share the queue. A node that dies lets its leases run out
 * and another one starts its jobs anew.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #node = randomUUID();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #stopped = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { catalog } = this.#options;
    // SQLite belongs to one process, so whoever held a lease there is gone.
    if (catalog.kind === 'sqlite') {
      await catalog.db
        .updateTable('jobs')
        .set({ lease_until: null })
        .where('status', '=', 'running')
        .execute();
    }
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
    this.wake();
  }

  /** Looks for work now rather than at the next poll. */
  wake(): void {
    if (this.#stopped) return;
    // The claim under way may have looked before there was anything to find.
    this.#wokenMeanwhile = this.#claiming !== undefined;
    if (this.#claiming) return;
    this.#claiming = this.#claimAll()
      .catch((error) => this.#options.log.error({ err: error }, 'claiming jobs failed'))
      .finally(() => {
        this.#claiming = undefined;
        if (this.#wokenMeanwhile) this.wake();
      });
  }

  /** Waits for the jobs under way, one that is just being claimed included. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#claiming;
    await Promise.allSettled(this.#running);
  }

  async #claimAll(): Promise<void> {
    while (!this.#stopped && this.#running.size <= this.#options.perAccount) {
      const job = await this.#claim();
      if (!job) return;
      const work = this.#run(job).finally(() => {
        this.#running.delete(work);
        this.wake();
      });
      this.#running.add(work);
    }
  }

  async #claim(): Promise<JobRow | undefined> {
    const { db } = this.#options.catalog;
    const now = new Date().toISOString();
    const candidate = await this.#candidate(now);
    if (!candidate) return undefined;
    // Of several nodes that saw the same candidate, one changes the row.
    const claimed = await db
      .updateTable('jobs')
      .set((eb) => ({
        status: 'running',
        lease_owner: this.#node,
        lease_until: new Date(Date.now() + LEASE_MS).toISOString(),
        attempts: eb('attempts', '+', 1),
        started_at: eb.fn.coalesce('started_at', eb.val(now)),
      }))
      .where('id', '=', candidate.id)
      .where(isClaimable(now))
      .returningAll()
      .executeTakeFirst();
    return claimed ?? (await this.#claim());
  }

  /** The oldest job of the account that has the fewest running here. */
  async #candidate(now: string): Promise<{ id: string } | undefined> {
    const { catalog, perAccount } = this.#options;
    const running = catalog.db
      .selectFrom('jobs')
      .innerJoin('workbooks', 'workbooks.id', 'jobs.workbook_id')
      .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
      .select((eb) => ['workspaces.account_id', eb.fn.countAll().as('count')])
      .where('jobs.status', '=', 'running')
      .where('jobs.lease_owner', '=', this.#node)
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
      .where(count, '<', perAccount)
      .orderBy(count)
      .orderBy('jobs.id')
      .limit(1)
      .executeTakeFirst();
  }

  async #run(job: JobRow): Promise<void> {
    const { log, handlers } = this.#options;
    const renewal = setInterval(() => this.#renew(job).catch(() => {}), RENEW_MS);
    renewal.unref();
    try {
      if (job.attempts > MOST_ATTEMPTS)
        throw new Problem('unavailable', { detail: 'The job was interrupted too often.' });
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      await handler(job);
    } catch (error) {
      if (error instanceof JobLost) return log.warn({ job_id: job.id }, 'job was taken over');
      if (!(error instanceof Problem)) log.error({ err: error, job_id: job.id }, 'job failed');
      await this.#fail(job, error instanceof Problem ? error.detail : 'Something went wrong on our side.');
    } finally {
      clearInterval(renewal);
    }
  }

  async #renew(job: JobRow): Promise<void> {
    await this.#options.catalog.db
      .updateTable('jobs')
      .set({ lease_until: new Date(Date.now() + LEASE_MS).toISOString() })
      .where('id', '=', job.id)
      .where('lease_owner', '=', this.#node)
      .execute();
  }

  async #fail(job: JobRow, error: string): Promise<void> {
    const { catalog, log } = this.#options;
    await catalog
      .transaction((tx) => finishJob(tx, job, { status: 'failed', result: null, error }))
      .catch((failure) => log.error({ err: failure, job_id: job.id }, 'a failed job could not be marked so'));
  }
}

function isClaimable(now: string) {
  return (eb: ExpressionBuilder<Schema, 'jobs'>) =>
    eb.or([
      eb('jobs.status', '=', 'pending'),
      eb.and([
        eb('jobs.status', '=', 'running'),
        eb.or([eb('jobs.lease_until', 'is', null), eb('jobs.lease_until', '<', now)]),
      ]),
    ]);
}
