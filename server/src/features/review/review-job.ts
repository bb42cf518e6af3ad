import { type CommitOptions, change } from '../../catalog/change.js';
import { type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import { jobAuthor } from '../jobs/jobs.js';
import type { Service } from '../service.js';
import { requireMember } from '../workbooks/require-workbook.js';
import { lint, type ReviewReport } from './lint.js';
import { refuseGovernedReview, tablesToReview } from './review-target.js';
import type { ReviewInput } from './start-review.js';

export const REVIEW_JOB = 'workbook.review';

/** Reviews the workbook as it is now, which may be another state than when the job was queued. */
export async function runReviewJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const { target } = JSON.parse(job.input) as ReviewInput;
  const workbookId = job.workbook_id;
  await requireMember(service, job.user_id, workbookId, 'workbooks:read');
  const author = jobAuthor(job);
  await refuseGovernedReview(service, author, workbookId);
  const tables = await tablesToReview(service, author, workbookId, target);
  const onProgress = progressReporter(service, job);
  const report = await lint(service, author, { workbookId, tables, onProgress });
  const finish = async (c: Parameters<Parameters<typeof change>[2]>[0]) => {
    const detail = { tables: tables.length, findings: report.findings.length };
    await c.audit({ chain: workbookId, action: 'workbook.reviewed', target: job.id, detail });
    return report;
  };
  await change(service.catalog, author, finish, commit);
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

/** The stored result shows cells, so it is withheld once policies apply to the workbook. */
export function withheldReport({ mode, coverage }: ReviewReport): ReviewReport {
  const why = 'Columns of the workbook are governed by policies since.';
  const skipped = [{ what: 'the findings', why }];
  return { mode, findings: [], coverage: { ...coverage, tables: [], skipped } };
}
