import type { TableDiff } from '@workbook-data-service/client/api';

type RowChange = TableDiff['cells'][number]['change'];

export interface DiffRow {
  rowId: number;
  change: RowChange;
  /** What differs, by column. */
  cells: Map<string, { old: unknown; new: unknown }>;
}

/** The differing cells of a table as rows, in the order in which they come. */
export function diffRows(cells: TableDiff['cells']): DiffRow[] {
  const rows = new Map<number, DiffRow>();
  for (const { row_id: rowId, change, column, old, new: current } of cells) {
    const row = rows.get(rowId) ?? { rowId, change, cells: new Map() };
    row.cells.set(column, { old, new: current });
    rows.set(rowId, row);
  }
  return [...rows.values()];
}

const TELLING = 2;

/**
 * The columns worth showing: those that differ in rows that stay, and the first ones, by which people know a row. All
 * columns where only whole rows came and went.
 */
export function tellingColumns(columns: readonly string[], rows: readonly DiffRow[]): string[] {
  const changed = new Set(
    rows.filter(({ change }) => change === 'update').flatMap(({ cells }) => [...cells.keys()]),
  );
  if (changed.size === 0) return [...columns];
  return columns.filter((column, place) => place < TELLING || changed.has(column));
}

type PlannedCell = Omit<TableDiff['cells'][number], 'row_id'> & { row_id: number | null; row: number };

/** The cells that a merge would write, as rows. Rows that are yet to be inserted have no id: negative numbers stand for them. */
export function plannedRows(cells: readonly PlannedCell[]): DiffRow[] {
  return diffRows(cells.map(({ row, ...cell }) => ({ ...cell, row_id: cell.row_id ?? -row })));
}
