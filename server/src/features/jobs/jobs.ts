import type { Selectable } from 'kysely';
import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';
import { newId } from '../../core/ids.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export type JobRecord = Selectable<Schema['jobs']>;

/** Puts work on the durable queue; whichever node is free takes it. */
export async function enqueueJob(
  service: Service,
  caller: Caller,
  job: NewJob,
  commit: CommitOptions,
): Promise<JobRecord> {
  const row = await change(service.catalog, caller, (c) => queueJob(c, job), commit);
  service.jobs.wake();
  return row;
}

export interface NewJob {
  workbookId: string;
  kind: string;
  input: unknown;
  /** The blob that it will read, which is kept until it is done. */
  blobHash?: string;
}

/** The same within a change; whoever makes it wakes the queue once it is committed. */
export async function queueJob(c: Change, { workbookId, kind, input, blobHash }: NewJob): Promise<JobRecord> {
  const queued: JobRecord = {
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
  await c.tx.insertInto('jobs').values(queued).execute();
  await c.audit({ chain: workbookId, action: 'job.queued', target: queued.id, detail: { kind } });
  return queued;
}

export interface JobProgress {
  stage: string;
  percent: number;
}

const DONE: JobProgress = { stage: 'done', percent: 100 };

/** Says how far a job has come, for whoever waits; it is no change of the workbook. */
export async function setProgress(service: Service, job: JobRecord, progress: JobProgress): Promise<void> {
  await service.catalog.db
    .updateTable('jobs')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('status', '=', 'running')
    .execute();
}

/** Whoever asked for a job is the author of its change. */
export function jobAuthor(job: JobRecord): Author & { userId: string } {
  return { userId: job.user_id, credentialId: job.credential_id, requestId: job.id };
}

/** A job succeeds in the transaction of its change, so it can neither be lost after the change nor claimed without it. */
export function finishingJob(job: JobRecord): CommitOptions {
  return {
    beforeCommit: (tx, result) =>
      finishJob(tx, job, { status: 'succeeded', result: JSON.stringify(result), error: null }),
  };
}

/** The job was claimed by another runner since, or deleted with its workbook. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** Ends a job for the runner that claimed it last; for any other it fails, and so does the change around it. */
export async function finishJob(
  tx: Tx,
  job: JobRecord,
  outcome: { status: 'succeeded' | 'failed'; result: string | null; error: string | null },
): Promise<void> {
  const at = new Date().toISOString();
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      ...outcome,
      ...(outcome.status === 'succeeded' && { progress: JSON.stringify(DONE) }),
      finished_at: at,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', job.id)
    .where('status', '=', 'running')
    .where('attempts', '=', job.attempts)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new JobLost(`job ${job.id} is no longer held`);
  await tx
    .insertInto('outbox')
    .values({
      id: newId('evt'),
      workbook_id: job.workbook_id,
      kind: 'job.completed',
      data: JSON.stringify({ job_id: job.id, kind: job.kind, status: outcome.status }),
      created_at: at,
    })
    .execute();
}
