import type { JobProgress, JobRecord } from '../catalog/job-records.js';
import { INGEST_JOB } from '../features/ingest/ingest-job.js';
import { STRUCTURE_JOB } from '../features/ingest/structure-job.js';
import { AGENT_REVIEW_JOB, REVIEW_JOB } from '../features/review/review-job.js';
import { MAIL_REPORT_JOB, PULL_JOB, REFRESH_JOB } from '../features/schedules/schedule-jobs.js';
import { MATERIALIZE_JOB } from '../features/structuring/materialize-job.js';
import { FORMULA_JOB } from '../features/tables/formula-result.js';
import { changedColumnsBody } from './columns.js';
import { materializedBody } from './materialized.js';
import { keptFields } from './messages.js';
import { reportBody } from './review.js';
import { scheduledRunBody } from './schedules.js';
import { ingestedBody, promotionBody } from './sources.js';

/** How the results of each kind of job are presented. */
const resultBodies: Record<string, (result: never) => unknown> = {
  [INGEST_JOB]: ingestedBody,
  [STRUCTURE_JOB]: promotionBody,
  [MATERIALIZE_JOB]: materializedBody,
  [FORMULA_JOB]: changedColumnsBody,
  [REVIEW_JOB]: reportBody,
  [AGENT_REVIEW_JOB]: reportBody,
  [PULL_JOB]: scheduledRunBody,
  [REFRESH_JOB]: scheduledRunBody,
  [MAIL_REPORT_JOB]: scheduledRunBody,
};

function resultBody({ kind, result }: JobRecord): unknown {
  return result === null ? null : (resultBodies[kind]?.(JSON.parse(result) as never) ?? null);
}

/** What people know the work by: ingests have a file, formulas a column, and reviews may be of one table. */
function subjectOf({ input }: JobRecord): string | null {
  const { filename, column, target } = JSON.parse(input) as Record<string, string | null | undefined>;
  return filename ?? column ?? target ?? null;
}

export function jobBody(job: JobRecord) {
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    workbook_id: job.workbook_id,
    subject: subjectOf(job),
    progress: job.progress === null ? null : (JSON.parse(job.progress) as JobProgress),
    result: resultBody(job),
    ...keptFields('error', job.error),
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
  };
}
