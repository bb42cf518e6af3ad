import type { OrderTerm } from '../../../core/row-order.js';
import type { MemoryColumn, Ordering } from './memory-column.js';
import type { Value } from './stored-value.js';

/** What rows are ordered by: the cells of a column, none if it is masked, or the id, which orders rows as they are. */
export interface SortKey extends Pick<OrderTerm, 'descending'> {
  cells: MemoryColumn | 'row' | undefined;
}

/** Empty cells are last in either direction. */
export function orderingBy(keys: readonly SortKey[]): Ordering {
  return keys.reduceRight<Ordering>(
    (next, { cells, descending }) => {
      if (!cells) return next;
      if (cells === 'row') return descending ? (row, other) => other - row : (row, other) => row - other;
      return cells.ordering(descending, next);
    },
    () => 0,
  );
}

/** How a row compares with a position: a value for each key, or its place among the rows. */
export function comparedWith(
  keys: readonly SortKey[],
  position: readonly (Value | null)[],
): (row: number) => number {
  const compares = keys.map(({ cells, descending }, i): ((row: number) => number) => {
    const value = position[i] ?? null;
    const sign = descending ? -1 : 1;
    if (!cells) return () => (value === null ? 0 : 1);
    if (cells === 'row') return (row) => sign * (row - (value as number));
    if (value === null) return (row) => (cells.isEmpty(row) ? 0 : -1);
    const compared = cells.comparedWith(value);
    return (row) => {
      const order = compared(row);
      return Number.isNaN(order) ? 1 : sign * order;
    };
  });
  return (row) => {
    for (const compare of compares) {
      const order = compare(row);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Those of the rows that would stand from one place up to another if all were sorted, in order. Moves the given ones. */
export function sortedWindow(rows: Int32Array, from: number, to: number, compare: Ordering): Int32Array {
  const end = Math.min(to, rows.length);
  if (from >= end) return new Int32Array();
  bringInPlace(rows, from, 0, compare);
  if (end < rows.length) bringInPlace(rows, end, from, compare);
  return rows.slice(from, end).sort(compare);
}

/** Brings the row that belongs at a place there, with none before it that comes later: Hoare's selection. */
function bringInPlace(rows: Int32Array, place: number, start: number, compare: Ordering): void {
  let [from, to] = [start, rows.length - 1];
  while (from < to) {
    const pivot = middleOf(rows, from, to, compare);
    let [i, j] = [from - 1, to + 1];
    for (;;) {
      do i += 1;
      while (compare(rows[i] as number, pivot) < 0);
      do j -= 1;
      while (compare(rows[j] as number, pivot) > 0);
      if (i >= j) break;
      const swapped = rows[i] as number;
      rows[i] = rows[j] as number;
      rows[j] = swapped;
    }
    if (place <= j) to = j;
    else from = j + 1;
  }
}

/** The median of three: sorted rows are halved. */
function middleOf(rows: Int32Array, from: number, to: number, compare: Ordering): number {
  const [a, b, c] = [rows[from], rows[(from + to) >> 1], rows[to]] as [number, number, number];
  if (compare(a, b) < 0) {
    if (compare(b, c) < 0) return b;
    return compare(a, c) < 0 ? c : a;
  }
  if (compare(a, c) < 0) return a;
  return compare(b, c) < 0 ? c : b;
}
