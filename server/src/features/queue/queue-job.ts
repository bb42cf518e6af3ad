import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import { finishJob, insertJob, type JobRecord, type NewJob } from '../../catalog/job-records.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Adds a job to the durable queue; any free node takes it. */
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

/** Adds a job within a change; the caller wakes the queue after the commit. */
export async function queueJob(c: Change, job: NewJob): Promise<JobRecord> {
  const queued = await insertJob(c, job);
  const { workbookId, kind } = job;
  await c.audit({ chain: workbookId, action: 'job.queued', target: queued.id, detail: { kind } });
  return queued;
}

/** A user who makes changes, in a request or in a job that was requested. */
export type JobAuthor = Author & { userId: string };

/** The author of a job's change is the user who requested the job. */
export function jobAuthor(job: JobRecord): JobAuthor {
  return { userId: job.user_id, credentialId: job.credential_id, requestId: job.id };
}

/** Marks the job succeeded in the transaction of its change, so that neither is committed without the other. */
export function finishJobOnCommit(job: JobRecord): CommitOptions {
  return {
    beforeCommit: (tx, result) =>
      finishJob(tx, job, { status: 'succeeded', result: JSON.stringify(result), error: null }),
  };
}
