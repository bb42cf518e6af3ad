// The only writer of `jobs`: claims, progress and outcomes change under conditions that must agree with each other.
import type { ExpressionBuilder, Selectable } from 'kysely';
import { newId } from '../core/ids.js';
import type { StoredSaying } from '../core/stored-saying.js';
import type { Change } from './change.js';
import type { Db, Tx } from './db.js';
import { insertEvents } from './event-records.js';
import { runTogether } from './run-together.js';
import type { Schema } from './schema.js';

export type JobRecord = Selectable<Schema['jobs']>;

export interface NewJob {
  workbookId: string;
  kind: string;
  input: unknown;
  /** The blob that the job will read, which is kept until it is done. */
  blobHash?: string;
}

export async function insertJob(
  c: Change,
  { workbookId, kind, input, blobHash }: NewJob,
): Promise<JobRecord> {
  const job: JobRecord = {
    id: newId('job'),
    workbook_id: workbookId,
    user_id: c.author.userId ?? 'system',
    credential_id: c.author.credentialId,
    kind,
    status: 'pending',
    input: JSON.stringify(input),
    blob_hash: blobHash ?? null,
    progress: null,
    result: null,
    error: null,
    lease_owner: null,
    lease_until: null,
    attempts: 0,
    retries: 0,
    next_attempt_at: null,
    created_at: c.at,
    started_at: null,
    finished_at: null,
  };
  await c.tx.insertInto('jobs').values(job).execute();
  return job;
}

/** Matches pending jobs that are due, and running jobs whose lease has expired. */
export function isClaimable(now: string) {
  return (eb: ExpressionBuilder<Schema, 'jobs'>) =>
    eb.or([
      eb.and([
        eb('jobs.status', '=', 'pending'),
        eb.or([eb('jobs.next_attempt_at', 'is', null), eb('jobs.next_attempt_at', '<=', now)]),
      ]),
      eb.and([
        eb('jobs.status', '=', 'running'),
        eb.or([eb('jobs.lease_until', 'is', null), eb('jobs.lease_until', '<', now)]),
      ]),
    ]);
}

/** How many jobs are due and not begun, and how long the oldest of them has been. */
export async function waitingJobs(db: Db, now: Date): Promise<{ count: number; oldestSeconds: number }> {
  const { count, oldest } = await db
    .selectFrom('jobs')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min(eb.fn.coalesce('next_attempt_at', 'created_at')).as('oldest'),
    ])
    .where(isClaimable(now.toISOString()))
    .executeTakeFirstOrThrow();
  const oldestSeconds = oldest === null ? 0 : (now.getTime() - Date.parse(oldest)) / 1000;
  return { count: Number(count), oldestSeconds: Math.max(oldestSeconds, 0) };
}

/** Claims a job for a node. If several nodes try, one changes the row and the others get undefined. */
export async function claimJob(
  db: Db,
  jobId: string,
  { node, now, leaseUntil }: { node: string; now: string; leaseUntil: string },
): Promise<JobRecord | undefined> {
  return await db
    .updateTable('jobs')
    .set((eb) => ({
      status: 'running',
      lease_owner: node,
      lease_until: leaseUntil,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
    }))
    .where('id', '=', jobId)
    .where(isClaimable(now))
    .returningAll()
    .executeTakeFirst();
}

export async function renewLease(db: Db, jobId: string, node: string, leaseUntil: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('id', '=', jobId)
    .where('lease_owner', '=', node)
    .execute();
}

/** Ends every lease, for a database that only one process uses, which has just started. */
export async function endLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ lease_until: null }).where('status', '=', 'running').execute();
}

export interface JobProgress {
  stage: string;
  percent: number;
}

const DONE: JobProgress = { stage: 'done', percent: 100 };

/** Reports progress to clients that poll the job; not a change of the workbook. */
export async function setJobProgress(db: Db, job: JobRecord, progress: JobProgress): Promise<void> {
  await updateClaimed(db, job)
    .set({ progress: JSON.stringify(progress) })
    .execute();
}

/** Returns a job to the queue, to be claimed when it is due. */
export async function requeueJob(db: Db, job: JobRecord, nextAttemptAt: string): Promise<void> {
  await updateClaimed(db, job)
    .set((eb) => ({
      status: 'pending',
      retries: eb('retries', '+', 1),
      next_attempt_at: nextAttemptAt,
      lease_owner: null,
      lease_until: null,
    }))
    .execute();
}

/** Another runner has claimed the job since, or it was deleted with its workbook. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Ends a job for the runner that claimed it last. For any other it throws, so that the change around it fails. */
export async function finishJob(
  tx: Tx,
  job: JobRecord,
  outcome: { status: 'succeeded' | 'failed'; result: string | null; error: StoredSaying | null },
): Promise<void> {
  const at = new Date().toISOString();
  const { numUpdatedRows } = await updateClaimed(tx, job)
    .set({
      ...outcome,
      ...(outcome.status === 'succeeded' && { progress: JSON.stringify(DONE) }),
      finished_at: at,
      lease_owner: null,
      lease_until: null,
    })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new JobLost(`job ${job.id} was taken over`);
  const completed = { job_id: job.id, kind: job.kind, status: outcome.status };
  const event = { workbookId: job.workbook_id, kind: 'job.completed', at } as const;
  await runTogether(tx, insertEvents(tx, event, [completed]));
}

/** An update of a job that applies only while it runs under the same claim. */
function updateClaimed(db: Db, { id, attempts }: JobRecord) {
  return db
    .updateTable('jobs')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts);
}

export function deleteJobsFinishedBefore(db: Db, time: string) {
  return db.deleteFrom('jobs').where('finished_at', '<=', time);
}
