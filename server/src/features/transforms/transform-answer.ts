import type { TransformPlan } from '../../workbook/transforms/transform-plan.js';
import type { WrittenRun } from '../../workbook/writing/write-run.js';
import type { RunOutcome } from './run-tables.js';
import type { Transform } from './transforms.js';

/** A transform after it was created, changed or run. */
export interface TransformAnswer {
  transform: Transform;
  /** Null if it was not to run, or its output was up to date. */
  run: WrittenRun | null;
  /** The runs of stale inputs before it, and of downstream tables after it. */
  others: RunOutcome;
}

/** The answer of a dry run. */
export interface PlannedAnswer {
  plan: TransformPlan;
  output: string;
  /** The tables that would be recomputed with it. */
  recomputes: string[];
}

export function joinOutcomes(...outcomes: RunOutcome[]): RunOutcome {
  return {
    recomputed: outcomes.flatMap(({ recomputed }) => recomputed),
    unchanged: outcomes.flatMap(({ unchanged }) => unchanged),
    failed: outcomes.flatMap(({ failed }) => failed),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  };
}
