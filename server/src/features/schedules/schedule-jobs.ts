import type { ScheduleKind } from '@workbook-data-service/contract/schedules';
import type { Author, Change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { claimRun, type ScheduleRecord } from '../../catalog/schedule-records.js';
import { queueJob } from '../queue/queue-job.js';

/** Pulls a file; waits mostly for another server. */
export const PULL_JOB = 'schedule.pull';
export const REFRESH_JOB = 'schedule.refresh';
/** Mails a report to a member. */
export const MAIL_REPORT_JOB = 'schedule.mail';
/** Tells the user of a schedule by mail that it was paused. */
export const NOTICE_JOB = 'schedule.notice';

interface ScheduledRun {
  scheduleIds: string[];
  /** What the work is on, for people. */
  target: string;
  /** Whether it runs because data changed, rather than because its time came or somebody asked. */
  onChange?: boolean;
}

const jobKinds: Record<ScheduleKind, string> = {
  pull_file: PULL_JOB,
  pull_url: PULL_JOB,
  refresh: REFRESH_JOB,
  mail_report: MAIL_REPORT_JOB,
};

export const scheduledRun = ({ input }: Pick<JobRecord, 'input'>) => JSON.parse(input) as ScheduledRun;

/** The user of a schedule, in whose name the service acts. */
export const scheduleAuthor = ({ user_id, credential_id }: ScheduleRecord): Author => ({
  userId: user_id,
  credentialId: credential_id,
  requestId: null,
  actor: 'schedule',
});

/** Another node, or another request, has queued the run. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken';
}

interface NewRun {
  schedule: ScheduleRecord;
  /** When it is due after this run. */
  dueAt: string | null;
  seen?: string;
}

/**
 * Queues one job for the runs of schedules of a workbook, in the transaction that moves their due times on: whoever saw the
 * same due time as another, on whatever node, finds it moved and queues nothing.
 */
export async function queueRuns(c: Change, target: string, runs: readonly NewRun[]): Promise<JobRecord> {
  const [{ schedule: first }] = runs as [NewRun];
  const job = await queueJob(c, {
    workbookId: first.workbook_id,
    kind: jobKinds[first.kind],
    input: {
      scheduleIds: runs.map(({ schedule }) => schedule.id),
      target,
      onChange: runs.some(({ seen }) => seen !== undefined),
    } satisfies ScheduledRun,
  });
  for (const { schedule, dueAt, seen } of runs) {
    const run = { jobId: job.id, dueAt, ...(seen !== undefined && { seen }) };
    if (!(await claimRun(c.tx, schedule, run))) throw new RunTaken();
  }
  return job;
}
