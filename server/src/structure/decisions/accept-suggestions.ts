import type { RegionSpec, Suggestion } from '../../core/parse-spec.js';

/** The region with the accepted suggestions as its steps; each brings the one that it follows. */
export function acceptSuggestions(region: RegionSpec, accepted: ReadonlySet<string>): RegionSpec {
  const { suggestions = [], ...rest } = region;
  const taken = new Set<Suggestion>();
  const take = (suggestion: Suggestion) => {
    const before = suggestions.find(({ id }) => id === suggestion.after);
    if (before && !taken.has(before)) take(before);
    taken.add(suggestion);
  };
  for (const suggestion of suggestions) if (accepted.has(suggestion.id)) take(suggestion);
  if (taken.size === 0) return region;
  const steps = [...taken].map(({ step }) => step);
  // Filling down more columns includes those that were filled before.
  const fillsMore = steps.some(({ operator }) => operator === 'ffill');
  const kept = region.steps.filter(({ operator }) => operator !== 'ffill' || !fillsMore);
  return { ...rest, steps: [...kept, ...steps] };
}
