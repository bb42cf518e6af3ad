/** A column of an input table. There is one object for each, so sets of them compare by identity. */
export interface InputColumn {
  readonly table: string;
  readonly column: string;
}

/** What a value is computed from. Where it is not exact, the sources are too many, never too few. */
export interface Dependence {
  readonly sources: ReadonlySet<InputColumn>;
  readonly exact: boolean;
}

export const nothing: Dependence = { sources: new Set(), exact: true };

export function together(parts: readonly Dependence[]): Dependence {
  const [first = nothing, ...others] = parts.filter((part) => part.sources.size > 0 || !part.exact);
  if (others.length === 0) return first;
  const sources = new Set(first.sources);
  for (const part of others) for (const source of part.sources) sources.add(source);
  return { sources, exact: first.exact && others.every((part) => part.exact) };
}

/** The same sources, of which some may not be. */
export function guessed(dependence: Dependence): Dependence {
  return { sources: dependence.sources, exact: false };
}
