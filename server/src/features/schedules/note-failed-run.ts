import type { PauseReason } from '@workbook-data-service/contract/schedules';
import type { Change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import {
  findSchedule,
  type NamedSchedule,
  noteFailure,
  pauseSchedule,
} from '../../catalog/schedule-records.js';
import { Problem, type ProblemSlug } from '../../core/problems.js';
import { type Failure, storedSaying } from '../../core/stored-saying.js';
import { queueJob } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { NOTICE_JOB, scheduledRun } from './schedule-jobs.js';

/** A schedule that has failed this often in a row will fail again. */
const MOST_FAILURES = 10;

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** What no repetition mends: a person has to do something first. */
const reasons: Partial<Record<ProblemSlug, PauseReason>> = {
  forbidden: 'no_access',
  'drive-authorization-needed': 'drive_authorization',
  'out-of-credits': 'out_of_credits',
};

/** Of a job that failed as a whole, in the change that marks it as failed. */
export async function noteFailedJob(
  service: Service,
  c: Change,
  job: JobRecord,
  failure: Failure,
  cause: unknown,
): Promise<void> {
  for (const id of scheduledRun(job).scheduleIds) {
    const schedule = await findSchedule(c.tx, job.workbook_id, id);
    if (schedule) await noteFailedRun(service, c, schedule, { jobId: job.id, failure, cause });
  }
}

/** Counts a failure, and pauses a schedule that would only fail again: with an event, and a mail to its user. */
export async function noteFailedRun(
  service: Service,
  c: Change,
  schedule: NamedSchedule,
  { jobId, failure, cause }: { jobId: string; failure: Failure; cause: unknown },
): Promise<void> {
  const failures = await noteFailure(c.tx, schedule.id, { jobId, error: storedSaying(failure), retryAt });
  const because =
    (cause instanceof Problem ? reasons[cause.slug] : undefined) ??
    ((failures ?? 0) >= MOST_FAILURES ? 'failures' : undefined);
  if (because) await pauseFor(service, c, schedule, because);
}

async function pauseFor(
  { mail }: Service,
  c: Change,
  { id, kind, subject, workbook_id: workbookId, user_id }: NamedSchedule,
  because: PauseReason,
): Promise<void> {
  if (!(await pauseSchedule(c, id, because))) return;
  c.emit(workbookId, 'schedule.paused', { schedule_id: id, kind, subject, because });
  await c.audit({ chain: workbookId, action: 'schedule.paused', target: id, detail: { because } });
  // Who may no longer see a report is not told of it.
  const isTold = mail && !(kind === 'mail_report' && because === 'no_access');
  const input = { target: subject, userId: user_id, kind, because };
  if (isTold) await queueJob(c, { workbookId, kind: NOTICE_JOB, input });
}

function retryAt(failures: number): Date {
  return new Date(Date.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}
