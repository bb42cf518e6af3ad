import { applyStep } from './apply-reshape.js';
import { profileColumns } from './column-profile.js';
import { proposeExplode } from './explode.js';
import { proposeFfill } from './ffill.js';
import { proposePivot } from './pivot.js';
import type { Hypothesis, ReshapePlan } from './plan.js';
import { proposeStack } from './stack.js';
import { proposeSubtitle } from './subtitle.js';
import { sampleTable, type Table } from './table.js';
import { proposeTranspose } from './transpose.js';
import { proposeWideToLong } from './wide-to-long.js';

export interface ReshapeOptions {
  /** A table whose best hypothesis is weaker than this stays unchanged. */
  atLeast?: number;
}

/** After another step, only clear evidence justifies a second one. */
const atLeastForSecond = 0.75;

/** The steps after which each row of a table is one record and each column one variable. */
export function proposeReshape(table: Table, { atLeast = 0.76 }: ReshapeOptions = {}): ReshapePlan {
  const ranked = rankHypotheses(table);
  const best = ranked.find(fixesRows) ?? ranked[0];
  if (!best || best.confidence < atLeast) {
    const reason = best
      ? `nothing speaks clearly for another shape (${best.step.operator} ${best.confidence.toFixed(2)})`
      : 'no other shape fits';
    return { steps: [], confidence: 1 - (best?.confidence ?? 0), reasons: [reason] };
  }
  const second = isLengthening(best) ? undefined : secondStep(applyStep(table, best.step));
  return {
    steps: second ? [best.step, second.step] : [best.step],
    confidence: best.confidence,
    reasons: [...best.reasons, ...(second?.reasons ?? [])],
  };
}

/** Every hypothesis with some evidence, the best first. */
function rankHypotheses(table: Table): Hypothesis[] {
  const sample = sampleTable(table);
  const columns = profileColumns(sample);
  return [
    ...proposePivot(sample),
    ...proposeSubtitle(sample),
    ...proposeFfill(sample),
    ...proposeTranspose(sample),
    ...proposeWideToLong(columns),
    ...proposeStack(columns),
    ...proposeExplode(columns),
  ].sort((a, b) => b.confidence - a.confidence);
}

/** A step that may be wanted, and the one that would then be wanted next. */
export interface Offer extends Hypothesis {
  next?: Hypothesis | undefined;
}

/** Every step with some evidence, the best first; of steps that move the same columns alike, only the best. */
export function offerReshapes(table: Table, atLeast: number): Offer[] {
  const ranked = rankHypotheses(table).filter(({ confidence }) => confidence >= atLeast);
  const distinct = new Map<string, Hypothesis>();
  for (const hypothesis of ranked) {
    const key = JSON.stringify(hypothesis.step);
    if (!distinct.has(key)) distinct.set(key, hypothesis);
  }
  return [...distinct.values()].map((hypothesis) =>
    isLengthening(hypothesis)
      ? hypothesis
      : { ...hypothesis, next: secondStep(applyStep(table, hypothesis.step)) },
  );
}

function secondStep(table: Table): Hypothesis | undefined {
  const columns = profileColumns(sampleTable(table));
  return [...proposeWideToLong(columns), ...proposeStack(columns)]
    .filter((hypothesis) => hypothesis.confidence >= atLeastForSecond)
    .sort((a, b) => b.confidence - a.confidence)[0];
}

/** Rows are fixed before columns are examined, since both can be needed. */
const fixesRows = ({ step, confidence }: Hypothesis) =>
  confidence >= 0.75 && ['subtitle', 'ffill', 'explode'].includes(step.operator);

const isLengthening = ({ step }: Hypothesis) => step.operator === 'stack' || step.operator === 'wide_to_long';
