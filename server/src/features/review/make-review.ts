import type { Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { type LintOptions, lint } from './lint.js';
import { reviewByAgent } from './model/agent.js';
import { judgeFindings } from './model/judge.js';
import type { ModelledReport } from './model/modelled-report.js';
import type { ReviewInput } from './start-review.js';

type ReviewOptions = LintOptions & Pick<ReviewInput, 'mode' | 'judge'>;

/** Applies the rules, and then the model if requested. */
export async function makeReview(
  service: Service,
  viewer: Viewer,
  { mode, judge, onProgress, ...options }: ReviewOptions,
): Promise<ModelledReport> {
  const { workbookId, tables } = options;
  if (mode === 'lint') {
    const report = await lint(service, viewer, { ...options, onProgress });
    return judge ? await judgeFindings(service, workbookId, report) : { report, tokens: 0 };
  }
  // The rules are the smaller part of the time that an agent takes.
  const linted = await makeReview(service, viewer, {
    ...options,
    mode: 'lint',
    judge,
    onProgress: (percent) => onProgress?.(Math.floor(percent / 3)),
  });
  const reviewed = await reviewByAgent({
    service,
    viewer,
    workbookId,
    tables: tables.map(({ table }) => table),
    report: linted.report,
    tokensUsed: linted.tokens,
    onStep: (share) => onProgress?.(Math.floor(30 + share * 60)),
  });
  return { report: reviewed.report, tokens: linted.tokens + reviewed.tokens };
}
