/** More levels than any data has; a parser takes millions of them, but whatever calls itself for each does not. */
export const MOST_JSON_LEVELS = 200;

/** Whether a value holds more levels of lists and objects than are taken. It does not call itself. */
export function isNestedTooDeeply(value: unknown, mostLevels = MOST_JSON_LEVELS): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below = level.filter((one) => typeof one === 'object' && one !== null) as object[];
    if (below.length > 0 && depth === mostLevels) return true;
    level = below.flatMap((one) => Object.values(one));
  }
  return false;
}
