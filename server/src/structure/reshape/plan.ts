import type { ReshapeStep } from '../../core/parse-spec.js';

export type { RepeatedColumn, ReshapeStep } from '../../core/parse-spec.js';

/**
 * A step with what speaks for it: 0 is nothing, 1 is certainty. What each sign counts was set by hand on one half
 * of a corpus of tables; `bench/structure/reshape.mjs` shows how it does on both.
 */
export interface Hypothesis {
  step: ReshapeStep;
  confidence: number;
  reasons: readonly string[];
}

/** No steps means that the table stays as it is. */
export interface ReshapePlan {
  steps: readonly ReshapeStep[];
  confidence: number;
  reasons: readonly string[];
}
