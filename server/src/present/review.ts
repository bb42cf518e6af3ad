import type { JobRecord } from '../catalog/job-records.js';
import type { ReviewReport } from '../features/review/lint.js';
import type { Finding, ReviewRule } from '../features/review/review-rule.js';
import { acceptedJob } from './accepted-job.js';
import { ok } from './answer.js';

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
      skipped: coverage.skipped,
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
    evidence: finding.evidence,
    suggested_fix: finding.suggestedFix,
    ...(finding.explanation !== undefined && { explanation: finding.explanation }),
    ...(finding.fixRequest && { fix_request: finding.fixRequest }),
  };
}

export function ruleBody({ id, group, severity, title, looksAt }: ReviewRule) {
  return { id, group, severity, title, looks_at: looksAt };
}
