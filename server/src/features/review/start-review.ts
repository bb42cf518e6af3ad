import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { cancellable } from '../../core/cancellation.js';
import { isMetered } from '../billing/account-plan.js';
import type { Caller } from '../caller.js';
import { enqueueJob } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import type { ReviewReport } from './lint.js';
import { makeReview } from './make-review.js';
import { requireModel } from './model/model-allowance.js';
import { recordReview } from './record-review.js';
import { AGENT_REVIEW_JOB, REVIEW_JOB } from './review-job.js';
import { refuseGovernedReview, reviewTarget } from './review-target.js';

export interface ReviewInput {
  target: string | null;
  mode: 'lint' | 'agent';
  judge: boolean;
}

/** The report, or the job that will make it if requested or if it takes long. */
export async function startReview(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: ReviewInput & { async: boolean },
  commit: CommitOptions,
): Promise<ReviewReport | JobRecord> {
  const { target, mode, judge } = input;
  await refuseGovernedReview(service, caller, workbookId);
  const chosen = await reviewTarget(service, caller, workbookId, target);
  if (mode === 'agent') await requireModel(service, workbookId);
  const kind = mode === 'agent' ? AGENT_REVIEW_JOB : REVIEW_JOB;
  const queued = () =>
    enqueueJob(service, caller, { workbookId, kind, input: { target, mode, judge } }, commit);
  if (input.async || mode === 'agent') return await queued();
  const made = await withinRequest(service.config.reviewRequestMs, () =>
    makeReview(service, caller, { workbookId, ...chosen, mode, judge }),
  );
  if (!made) return await queued();
  if (made.tokens === 0) return made.report;
  const review = { workbookId, subject: caller.requestId, metered: isMetered(service.config) };
  const record = (c: Change) => recordReview(c, review, made);
  return await change(service.catalog, caller, record, commit);
}

/** Undefined if the work takes longer; it is then cancelled. */
async function withinRequest<Result>(
  maxMs: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxMs);
  });
  try {
    const working = cancellable(controller.signal, work);
    // Once the job is queued, nobody waits for the work that it repeats.
    working.catch(() => {});
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
