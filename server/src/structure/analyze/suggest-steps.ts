import { cleanName } from '../../core/names.js';
import type { RegionSpec, Suggestion } from '../../core/parse-spec.js';
import { DistinctNames } from '../materialize/name-tables.js';
import { applyStep } from '../reshape/apply-reshape.js';
import { explainStep } from '../reshape/explain-step.js';
import type { Hypothesis } from '../reshape/plan.js';
import { offerReshapes } from '../reshape/propose-reshape.js';
import type { Table } from '../reshape/table.js';
import { isTooLongToMake } from '../sheet-size.js';

/** Rows plus columns; smaller tables do not show a shape. */
const leastSize = 6;
const leastConfidence = 0.4;
const mostSuggestions = 5;
/** A preview of more columns helps nobody. */
const mostColumns = 1000;

/**
 * The changes of shape that a person may want for the table of a region, as its steps leave it. They are made only
 * when asked for: the table of a plan and its actuals is as often meant as it stands.
 */
export function suggestSteps(region: RegionSpec, sample: Table | undefined): Suggestion[] {
  if (!sample || sample.rowCount + sample.header.length < leastSize) return [];
  const growsTooLong = (table: Table) =>
    isTooLongToMake((table.rowCount / sample.rowCount) * (region.range.bottom - region.range.top));
  const suggestions: Suggestion[] = [];
  const suggest = (table: Table, { step, reasons }: Hypothesis, after?: Suggestion) => {
    const result = applyStep(table, step);
    const isMakeable = result.header.length <= mostColumns && !growsTooLong(result);
    if (!isMakeable || suggestions.length === mostSuggestions) return undefined;
    const suggestion: Suggestion = {
      id: `${region.id}.s${suggestions.length + 1}`,
      step,
      reason: explainStep(table, step, reasons[0] ?? ''),
      columns: namesOf(result),
      ...(after && { after: after.id }),
    };
    suggestions.push(suggestion);
    return suggestion;
  };
  for (const { next, ...offer } of offerReshapes(sample, leastConfidence)) {
    if (!canFollow(region, offer)) continue;
    const first = suggest(sample, offer);
    if (first && next) suggest(applyStep(sample, offer.step), next, first);
  }
  return suggestions;
}

/** Labels are filled down in the sheet's own columns, before everything else. */
function canFollow({ steps, rowRoles, layout }: RegionSpec, { step }: Hypothesis): boolean {
  return (
    step.operator !== 'ffill' || (layout === 'flat' && steps.length === 0 && rowRoles.group.length === 0)
  );
}

function namesOf({ header }: Table): string[] {
  const names = new DistinctNames();
  return header.map(({ text }) => names.take(cleanName(text) || 'column'));
}
