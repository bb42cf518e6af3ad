export interface Replacement {
  find: string;
  replace: string;
  /** The names of those in which is looked. */
  columns: readonly string[];
  isExactCase: boolean;
  /** Whether the whole cell must be what is looked for. */
  isWhole: boolean;
}

/** What would become of a cell; undefined if nothing. */
export function replaced(
  text: string,
  { find, replace, isExactCase, isWhole }: Replacement,
): string | undefined {
  const escaped = find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(isWhole ? `^${escaped}$` : escaped, isExactCase ? 'gu' : 'giu');
  const after = text.replace(pattern, () => replace);
  return after === text ? undefined : after;
}
