import type { TransformPlan } from '../../workbook/ungoverned/transforms/transform-plan.js';
import type { WrittenRun } from '../../workbook/writing/write-run.js';
import type { RunOutcome } from './run-tables.js';
import type { Transform } from './transforms.js';

/** A transform after it was made, changed or run. */
export interface TransformAnswer {
  transform: Transform;
  /** Null where it was not to run, or its output is what a run would give. */
  run: WrittenRun | null;
  /** What was recomputed before it, because it was stale, and after it, because it follows from it. */
  others: RunOutcome;
}

/** What a dry run tells. */
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
