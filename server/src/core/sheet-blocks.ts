import type { RowFilter } from './row-filter.js';

/** What a block refers to: by id, so that a new name changes nothing, and by its name of then, to tell of its loss. */
export interface Reference {
  id: string;
  name: string;
}

export type TotalFunction = 'sum' | 'avg' | 'count' | 'min' | 'max';

/** A view of a table; columns are ids, also in the filter. */
export interface TableViewBlock {
  kind: 'table_view';
  table: Reference;
  title: string | null;
  /** Null for every column. */
  columns: Reference[] | null;
  filter: RowFilter | null;
  orderBy: { column: string; descending: boolean }[];
  limit: number | null;
  totals: { column: Reference; fn: TotalFunction }[];
  showHeader: boolean;
}

/** A block of a sheet, as it is stored. */
export type SheetBlock =
  | { kind: 'heading'; text: string; level: 1 | 2 | 3 }
  | { kind: 'text'; text: string }
  | TableViewBlock
  | { kind: 'spacer'; rows: number }
  | { kind: 'chart'; chart: Reference };

/** The ids of the tables that blocks show, each once. */
export function tablesIn(blocks: readonly SheetBlock[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === 'table_view' ? [block.table.id] : [])))];
}

/** The ids of the charts that blocks show, each once. */
export function chartsIn(blocks: readonly SheetBlock[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === 'chart' ? [block.chart.id] : [])))];
}

/** The rows of totals below a view: one for each function, in the order in which the functions are first named. */
export function totalRows<Total extends { fn: TotalFunction }>(
  totals: readonly Total[],
): { fn: TotalFunction; totals: Total[] }[] {
  const rows = new Map<TotalFunction, Total[]>();
  for (const total of totals) {
    const row = rows.get(total.fn);
    if (row) row.push(total);
    else rows.set(total.fn, [total]);
  }
  return [...rows].map(([fn, row]) => ({ fn, totals: row }));
}
