import { type Condition, isCondition } from '../../app/row-filter/conditions.js';
import type { SortTerm } from '../../grid/types.js';

/** What the address of a table says beyond its name, so that a link shows the same. */
export interface TableSearch {
  /** `column` or `-column`, the first one first. */
  sort?: string[];
  /** All of them hold. */
  filter?: Condition[];
  /** Columns by whose values the rows are grouped. */
  group?: string[];
  /** The id of a saved view, which says what the address does not. */
  view?: string;
  /** The selected cell: the id of its row, and its column. */
  row?: number;
  column?: string;
  /** A version of the table in place of the current one. */
  as_of?: string;
  /** Whether what people say about the table is shown. */
  comments?: boolean;
}

/** Links come from anywhere, so that what makes no sense in them is dropped. */
export function tableSearch(search: Record<string, unknown>): TableSearch {
  const text = (value: unknown) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
  const row = Number(search.row);
  // A list of one is written as its only part by hand.
  const list = (value: unknown): unknown[] =>
    Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  const sort = list(search.sort).filter((term) => typeof term === 'string');
  const filter = list(search.filter).filter(isCondition);
  const group = list(search.group).filter((name) => typeof name === 'string');
  const view = text(search.view);
  // With a view, an empty list says that there is none in place of the view's.
  const says = (given: unknown, found: unknown[]) =>
    found.length > 0 || (view !== undefined && Array.isArray(given));
  // A field that is left out would stay as the address has it.
  return {
    sort: says(search.sort, sort) ? sort : undefined,
    filter: says(search.filter, filter) ? filter : undefined,
    group: says(search.group, group) ? group.slice(0, 2) : undefined,
    view,
    row: Number.isSafeInteger(row) && row > 0 ? row : undefined,
    column: text(search.column),
    as_of: text(search.as_of),
    comments: search.comments === true ? true : undefined,
  };
}

export function sortTerms(sort: readonly string[] = []): SortTerm[] {
  return sort.map((term) => ({ column: term.replace(/^-/, ''), isDescending: term.startsWith('-') }));
}

/**
 * A click goes from ascending to descending to none; another column is sorted by alone, or, if it is added, where all that
 * come before it are equal.
 */
export function toggledSort(
  sort: readonly string[] = [],
  column: string,
  isAdding = false,
): string[] | undefined {
  const others = isAdding ? sort.filter((term) => term !== column && term !== `-${column}`) : [];
  if (sort.includes(column))
    return isAdding ? sort.map((term) => (term === column ? `-${column}` : term)) : [`-${column}`];
  if (sort.includes(`-${column}`)) return others.length > 0 ? others : undefined;
  return [...others, column];
}
