import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import { finishJob, insertJob, type JobRecord, type NewJob } from '../../catalog/job-records.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

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

/** The same within a change; whoever makes it wakes the queue once it is committed. */
export async function queueJob(c: Change, job: NewJob): Promise<JobRecord> {
  const queued = await insertJob(c, job);
  const { workbookId, kind } = job;
  await c.audit({ chain: workbookId, action: 'job.queued', target: queued.id, detail: { kind } });
  return queued;
}

/** Whoever asked for a job is the author of its change. */
export function jobAuthor(job: JobRecord): Author & { userId: string } {
  return { userId: job.user_id, credentialId: job.credential_id, requestId: job.id };
}

/** A job succeeds in the transaction of its change, so it can neither be lost after the change nor claimed without it. */
export function finishJobOnCommit(job: JobRecord): CommitOptions {
  return {
    beforeCommit: (tx, result) =>
      finishJob(tx, job, { status: 'succeeded', result: JSON.stringify(result), error: null }),
  };
}
