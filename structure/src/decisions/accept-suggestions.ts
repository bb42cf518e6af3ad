import type { RegionSpec, Suggestion } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';

/** The region with the accepted suggestions as its steps; each brings the one that it follows. */
export function acceptSuggestions(region: RegionSpec, accepted: ReadonlySet<string>): RegionSpec {
  const { suggestions = [] } = region;
  const taken = new Set<Suggestion>();
  const take = (suggestion: Suggestion) => {
    const before = suggestions.find(({ id }) => id === suggestion.after);
    if (before && !taken.has(before)) take(before);
    taken.add(suggestion);
  };
  for (const suggestion of suggestions) if (accepted.has(suggestion.id)) take(suggestion);
  if (taken.size === 0) return region;
  const steps = [...taken].map(({ step }) => step);
  const has = (operator: Suggestion['step']['operator']) => steps.some((step) => step.operator === operator);
  // Periods become rows by exchanging rows and columns, instead of one by one.
  const exchanges = region.layout === 'crosstab' && has('transpose');
  const { suggestions: _, ...changed } = exchanges ? withoutPeriods(region) : region;
  // Filling down more columns includes those that were filled before.
  const fillsMore = has('ffill');
  const kept = changed.steps.filter(({ operator }) => operator !== 'ffill' || !fillsMore);
  return {
    ...changed,
    steps: [...kept, ...steps],
    ...(exchanges && { questions: (region.questions ?? []).filter(({ id }) => !id.endsWith('.periods')) }),
  };
}
