import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import { requireRightOfJob } from '../access/require-workbook.js';
import { isMetered } from '../billing/account-plan.js';
import { jobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import type { ReviewReport } from './lint.js';
import { makeReview } from './make-review.js';
import { recordReview } from './record-review.js';
import { skippedOf } from './review-context.js';
import { refuseGovernedReview, reviewTarget } from './review-target.js';
import type { ReviewInput } from './start-review.js';

export const REVIEW_JOB = 'workbook.review';
/** Apart, because it spends minutes waiting for the model. */
export const AGENT_REVIEW_JOB = 'workbook.agent_review';

/** Reviews the workbook as it is now, which may be another state than when the job was queued. */
export async function runReviewJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const { target, mode, judge } = JSON.parse(job.input) as ReviewInput;
  const workbookId = job.workbook_id;
  await requireRightOfJob(service, job, 'workbooks:read');
  const author = jobAuthor(job);
  await refuseGovernedReview(service, author, workbookId);
  const chosen = await reviewTarget(service, author, workbookId, target);
  const onProgress = progressReporter(service, job);
  const options = { workbookId, ...chosen, mode, judge, onProgress };
  const made = await makeReview(service, author, options);
  const review = { workbookId, subject: job.id, metered: isMetered(service.config) };
  const record = (c: Change) => recordReview(c, review, made);
  await change(service.catalog, author, record, commit);
}

/** Reports in steps, one after the other; a failed report is ignored. */
function progressReporter(service: Service, job: JobRecord): (percent: number) => void {
  let reported = 0;
  let last: Promise<void> = Promise.resolve();
  return (percent) => {
    if (percent < reported + 5) return;
    reported = percent;
    last = last
      .then(() => setJobProgress(service.catalog.db, job, { stage: 'reviewing', percent }))
      .catch(() => {});
  };
}

export function isReviewJob({ kind }: JobRecord): boolean {
  return kind === REVIEW_JOB || kind === AGENT_REVIEW_JOB;
}

/** The stored result shows cells, so it is withheld once policies apply to the workbook. */
export function withheldReport({ mode, coverage }: ReviewReport): ReviewReport {
  const skipped = [skippedOf(say('skipped-all-findings'), say('why-governed-since'))];
  return { mode, findings: [], coverage: { ...coverage, tables: [], skipped } };
}
