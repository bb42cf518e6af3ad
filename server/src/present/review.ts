import type { JobRecord } from '../catalog/job-records.js';
import type { ReviewReport } from '../features/review/lint.js';
import type { Skipped } from '../features/review/review-context.js';
import type { Finding, ReviewRule } from '../features/review/review-rule.js';
import { acceptedJob } from './accepted-job.js';
import { ok } from './answer.js';
import { codeFields, codeFieldsOf } from './messages.js';

export function reviewAnswer(review: ReviewReport | JobRecord) {
  return 'findings' in review ? ok(reportBody(review)) : acceptedJob(review);
}

export function reportBody({ mode, findings, coverage }: ReviewReport) {
  return {
    mode,
    findings: findings.map(findingBody),
    coverage: {
      tables: coverage.tables.map(({ name, editVersion, rowCount }) => ({
        name,
        edit_version: editVersion,
        row_count: rowCount,
      })),
      rules: coverage.rules,
      rows_examined: coverage.rowsExamined,
      skipped: coverage.skipped.map(skippedBody),
    },
  };
}

function findingBody(finding: Finding) {
  return {
    id: finding.id,
    rule: finding.rule,
    severity: finding.severity,
    table: finding.table,
    ...(finding.column !== undefined && { column: finding.column }),
    ...(finding.rowIds && { row_ids: finding.rowIds }),
    row_count: finding.rowCount,
    message: finding.message,
    ...codeFields(finding),
    evidence: finding.evidence,
    suggested_fix: finding.suggestedFix,
    ...codeFieldsOf('fix', { code: finding.fixCode, params: finding.fixParams }),
    ...(finding.explanation !== undefined && { explanation: finding.explanation }),
    ...(finding.fixRequest && { fix_request: finding.fixRequest }),
  };
}

function skippedBody({ what, whatCode, whatParams, why, whyCode, whyParams }: Skipped) {
  return {
    what,
    ...codeFieldsOf('what', { code: whatCode, params: whatParams }),
    why,
    ...codeFieldsOf('why', { code: whyCode, params: whyParams }),
  };
}

export function ruleBody({ id, group, severity, title, looksAt }: ReviewRule) {
  return { id, group, severity, title, looks_at: looksAt };
}
