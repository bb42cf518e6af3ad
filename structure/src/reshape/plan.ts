import type { Message } from '@workbook-data-service/sheets/messages';
import type { ReshapeStep } from '../parse-spec.js';

export type { RepeatedColumn, ReshapeStep } from '../parse-spec.js';

/**
 * A step with its confidence: 0 is none, 1 is certainty. The weight of each sign was set by hand on one half
 * of a corpus of tables; `bench/structure/reshape.mjs` reports the result on both.
 */
export interface Hypothesis {
  step: ReshapeStep;
  confidence: number;
  /** What the step would do, and why, for the person who decides. */
  explain(nameOf: (column: number) => string): Message;
}

/** Without steps the table stays unchanged. */
export interface ReshapePlan {
  steps: readonly ReshapeStep[];
  confidence: number;
}
