import { applyStep } from './apply-reshape.js';
import { profileColumns } from './column-profile.js';
import { proposeExplode } from './explode.js';
import { proposeFfill } from './ffill.js';
import { proposePivot } from './pivot.js';
import type { Hypothesis, ReshapePlan, ReshapeStep } from './plan.js';
import { proposeStack } from './stack.js';
import { proposeSubtitle } from './subtitle.js';
import { sampleTable, type Table } from './table.js';
import { proposeTranspose } from './transpose.js';
import { proposeWideToLong } from './wide-to-long.js';

interface ReshapeOptions {
  /** A table whose best hypothesis is weaker than this stays unchanged. */
  atLeast?: number;
}

/** After another step, only clear evidence justifies a second one. */
const atLeastForSecond = 0.75;

/** The steps after which each row of a table is one record and each column one variable. */
export function proposeReshape(table: Table, { atLeast = 0.76 }: ReshapeOptions = {}): ReshapePlan {
  const ranked = rankHypotheses(table);
  const best = ranked.find(fixesRows) ?? ranked[0];
  if (!best || best.confidence < atLeast) return { steps: [], confidence: 1 - (best?.confidence ?? 0) };
  const second = isLengthening(best) ? undefined : secondStep(applyStep(table, best.step), atLeastForSecond);
  return {
    steps: second ? [best.step, second.step] : [best.step],
    confidence: best.confidence,
  };
}

/** Comparing the columns of a wider table takes seconds, and nobody asks for another shape of it. */
const maxColumns = 1000;

/** Kept for the same table: what is done with it and what is only offered follow from one ranking. */
const knownRankings = new WeakMap<Table, readonly Hypothesis[]>();

function rankHypotheses(table: Table): readonly Hypothesis[] {
  const ranked = knownRankings.get(table) ?? findHypotheses(table);
  knownRankings.set(table, ranked);
  return ranked;
}

/** Every hypothesis with some evidence, the best first. */
function findHypotheses(table: Table): Hypothesis[] {
  if (table.header.length > maxColumns) return [];
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
interface Offer extends Hypothesis {
  next?: Hypothesis | undefined;
}

/** For an offer, less is needed: the person sees both steps and decides. */
const atLeastForOfferedSecond = 0.55;

/** Further ways to do the same are guesses, which hide what else could be done. */
const maxOfAKind = 2;

/** The steps with some evidence, of which some may be known already, the best first. */
export function offerReshapes(table: Table, atLeast: number, known: readonly Hypothesis[] = []): Offer[] {
  const offers: Offer[] = [];
  const ranked = [...known, ...rankHypotheses(table)].sort((a, b) => b.confidence - a.confidence);
  for (const hypothesis of ranked) {
    const alike = offers.filter(({ step }) => step.operator === hypothesis.step.operator);
    if (hypothesis.confidence < atLeast || alike.length === maxOfAKind) continue;
    if (offers.some(({ step }) => isPartOf(hypothesis.step, step))) continue;
    const next = isLengthening(hypothesis)
      ? undefined
      : secondStep(applyStep(table, hypothesis.step), atLeastForOfferedSecond);
    offers.push({ ...hypothesis, next });
  }
  return offers;
}

/** Whether a step does a part of what a better one does: only some of the columns that belong together. */
function isPartOf(step: ReshapeStep, better: ReshapeStep): boolean {
  if (step.operator === 'stack' && better.operator === 'stack')
    return step.columns.every((column) => better.columns.includes(column));
  if (step.operator === 'stack' && better.operator === 'wide_to_long') {
    const moved = new Set(better.columns.map(({ column }) => column));
    return moved.size > step.columns.length && step.columns.every((column) => moved.has(column));
  }
  return JSON.stringify(step) === JSON.stringify(better);
}

function secondStep(table: Table, atLeast: number): Hypothesis | undefined {
  const columns = profileColumns(sampleTable(table));
  return [...proposeWideToLong(columns), ...proposeStack(columns)]
    .filter((hypothesis) => hypothesis.confidence >= atLeast)
    .sort((a, b) => b.confidence - a.confidence)[0];
}

/** Rows are fixed before columns are examined, since both can be needed. */
const fixesRows = ({ step, confidence }: Hypothesis) =>
  confidence >= 0.75 && ['subtitle', 'ffill', 'explode'].includes(step.operator);

const isLengthening = ({ step }: Hypothesis) => step.operator === 'stack' || step.operator === 'wide_to_long';
