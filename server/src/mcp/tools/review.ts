import { Type } from '@sinclair/typebox';
import { limit, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { ReviewFinding, ReviewRequest } from '@workbook-data-service/contract/review';
import type { ReviewReport } from '../../features/review/lint.js';
import { startReview } from '../../features/review/start-review.js';
import { reportBody } from '../../present/review.js';
import { shortened } from '../shorten.js';
import { tool } from '../tool.js';

const MAX_SKIPPED = 20;

export const review = tool({
  name: 'review',
  description:
    'Finds mistakes: totals that do not add up, duplicate keys, outliers, mixed types and units, odd formulas. `query` with the `sql` of a finding shows its rows. A long review answers the `job_id` of GET /api/v1/jobs/{job_id}.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    target: ReviewRequest.properties.target,
    limit: limit(20, 100),
  }),
  notes: { target: 'A table or report, else all tables' },
  output: Type.Object({
    job_id: Type.Optional(Type.String()),
    finding_count: Type.Optional(Type.Integer()),
    findings: Type.Optional(
      Type.Array(
        Type.Composite([
          Type.Pick(ReviewFinding, ['rule', 'table', 'column', 'row_count', 'message', 'suggested_fix']),
          Type.Object({ severity: Type.String(), sql: Type.Optional(Type.String()) }),
        ]),
      ),
    ),
    tables: Type.Optional(Type.Array(Type.String())),
    skipped: Type.Optional(Type.Array(Type.String())),
  }),
  run: async ({ service, caller }, { workbook_id, target = null, limit: most }) => {
    const request = { target, mode: 'lint', judge: false, async: false } as const;
    const made = await startReview(service, caller, workbook_id, request, {});
    return { body: 'findings' in made ? reportOf(made, most) : { job_id: made.id } };
  },
});

function reportOf(report: ReviewReport, most: number) {
  const { findings, coverage } = reportBody(report);
  return {
    finding_count: findings.length,
    findings: findings.slice(0, most).map(({ rule, severity, table, column, row_count, ...said }) => ({
      rule,
      severity,
      table,
      ...(column !== undefined && { column }),
      row_count,
      message: shortened(said.message),
      suggested_fix: shortened(said.suggested_fix),
      ...(said.evidence.sql !== undefined && { sql: said.evidence.sql }),
    })),
    tables: coverage.tables.slice(0, 100).map(({ name }) => name),
    skipped: coverage.skipped.slice(0, MAX_SKIPPED).map(({ what, why }) => shortened(`${what}: ${why}`)),
  };
}
