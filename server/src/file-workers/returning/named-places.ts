const MAX_NAMED = 20;

/** A warning about places of a sheet, of which the first are named; none if there are none. */
export function named(
  sheet: string,
  places: readonly string[],
  what: string,
  count: number = places.length,
): string[] {
  if (count === 0) return [];
  const more = count > MAX_NAMED ? ` and ${count - MAX_NAMED} more` : '';
  return [`Sheet "${sheet}": ${places.slice(0, MAX_NAMED).join(', ')}${more} ${what}.`];
}
