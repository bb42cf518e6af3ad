/**
 * More levels than real data has; the parser takes millions of them, but recursive code would overflow its
 * stack.
 */
export const MAX_JSON_LEVELS = 200;

/** Whether a value has more levels of lists and objects than allowed. Does not recurse. */
export function isNestedTooDeeply(value: unknown, maxLevels = MAX_JSON_LEVELS): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below = level.filter((one) => typeof one === 'object' && one !== null) as object[];
    if (below.length > 0 && depth === maxLevels) return true;
    level = below.flatMap((one) => Object.values(one));
  }
  return false;
}
