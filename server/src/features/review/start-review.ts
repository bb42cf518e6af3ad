import type { CommitOptions } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { enqueueJob } from '../jobs/jobs.js';
import type { Service } from '../service.js';
import { lint, type ReviewReport } from './lint.js';
import { REVIEW_JOB } from './review-job.js';
import { refuseGovernedReview, tablesToReview } from './review-target.js';

export interface ReviewInput {
  target: string | null;
  mode: 'lint' | 'agent';
  judge: boolean;
}

/** The report, or the job that will make it if it is asked for or takes long. */
export async function startReview(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: ReviewInput & { async: boolean },
  commit: CommitOptions,
): Promise<ReviewReport | JobRecord> {
  const { target, mode, judge } = input;
  await refuseGovernedReview(service, caller, workbookId);
  const tables = await tablesToReview(service, caller, workbookId, target);
  if (mode === 'agent') throw problem('not-configured', 'Review by a model needs SVC_MODEL_URL to be set.');
  const queued = () =>
    enqueueJob(service, caller, { workbookId, kind: REVIEW_JOB, input: { target, mode, judge } }, commit);
  if (input.async) return await queued();
  const report = await withinRequest(service.config.reviewRequestMs, (signal) =>
    lint(service, caller, { workbookId, tables, signal }),
  );
  return report ?? (await queued());
}

/** Undefined if the work takes longer; it is then told to stop. */
async function withinRequest<Result>(
  mostMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), mostMs);
  });
  try {
    const working = work(controller.signal);
    // Once the job is queued, nobody waits for the work that it repeats.
    working.catch(() => {});
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
