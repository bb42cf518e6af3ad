import type { ReviewReport } from '../lint.js';
import type { Skipped } from '../review-context.js';

/** A report, and how many tokens the model read and wrote for it. */
export interface ModelledReport {
  report: ReviewReport;
  tokens: number;
}

export function withSkipped(report: ReviewReport, skipped: readonly Skipped[]): ReviewReport {
  const { coverage } = report;
  return { ...report, coverage: { ...coverage, skipped: [...coverage.skipped, ...skipped] } };
}
