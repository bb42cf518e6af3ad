import { type Condition, isCondition } from '../../app/row-filter/conditions.js';
import type { SortTerm } from '../../grid/types.js';

/** What the address of a table says beyond its name, so that a link shows the same. */
export interface TableSearch {
  /** `column` or `-column`, the first one first. */
  sort?: string[];
  /** All of them hold. */
  filter?: Condition[];
  /** The selected cell: the id of its row, and its column. */
  row?: number;
  column?: string;
  /** A version of the table in place of the current one. */
  as_of?: string;
}

/** Links come from anywhere, so that what makes no sense in them is dropped. */
export function tableSearch(search: Record<string, unknown>): TableSearch {
  const text = (value: unknown) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
  const row = Number(search.row);
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const sort = list(search.sort).filter((term) => typeof term === 'string');
  const filter = list(search.filter).filter(isCondition);
  return {
    ...(sort.length > 0 && { sort }),
    ...(filter.length > 0 && { filter }),
    row: Number.isSafeInteger(row) && row > 0 ? row : undefined,
    column: text(search.column),
    as_of: text(search.as_of),
  };
}

export function sortTerms(sort: readonly string[] = []): SortTerm[] {
  return sort.map((term) => ({ column: term.replace(/^-/, ''), isDescending: term.startsWith('-') }));
}

/** A click goes from ascending to descending to none; another column is sorted by alone. */
export function toggledSort(sort: readonly string[] = [], column: string): string[] | undefined {
  if (sort.includes(column)) return [`-${column}`];
  return sort.includes(`-${column}`) ? undefined : [column];
}
