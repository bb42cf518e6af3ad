/** A column of an input table. There is one object for each, so sets compare by identity. */
export interface InputColumn {
  readonly table: string;
  readonly column: string;
}

/** What a value is computed from. If it is not exact, there may be too many sources, never too few. */
export interface Dependence {
  readonly sources: ReadonlySet<InputColumn>;
  readonly exact: boolean;
  /** Whether it depends on rows other than those joined in FROM: by a window or a subquery. */
  readonly otherRows?: boolean;
  /** The input column whose kind of value it is: a copy of it, or a sum, a mean or an extreme of its values. */
  readonly kindOf?: InputColumn | undefined;
}

export const nothing: Dependence = { sources: new Set(), exact: true };

export function together(parts: readonly Dependence[]): Dependence {
  const [first = nothing, ...others] = parts.filter(saysSomething);
  if (others.length === 0) return first;
  const sources = new Set(first.sources);
  for (const part of others) for (const source of part.sources) sources.add(source);
  return {
    sources,
    exact: first.exact && others.every((part) => part.exact),
    otherRows: parts.some((part) => part.otherRows),
  };
}

function saysSomething({ sources, exact, otherRows }: Dependence): boolean {
  return sources.size > 0 || !exact || otherRows === true;
}

/** The same sources, but a value of another kind, perhaps. */
export function computed({ kindOf: _, ...dependence }: Dependence): Dependence {
  return dependence;
}

/** The same sources, some of which may be wrong. */
export function guessed(dependence: Dependence): Dependence {
  return { ...computed(dependence), exact: false };
}

/** The same sources, but from other rows. */
export function inOtherRows(dependence: Dependence): Dependence {
  return { ...dependence, otherRows: true };
}
