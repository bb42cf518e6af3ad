import type { CellValue } from '@workbook-data-service/sheets/values';
import type { ColumnRecord } from '../../../catalog/tables.js';
import { type NewConflict, WHOLE_ROW } from '../../writing/conflicts.js';
import type { KeptEdit } from '../../writing/table-revision.js';

/** A row in which people's edits stayed, from `keptEditsSql`: by column, `is_kept_`, `base_`, `current_` and `incoming_`. */
export interface KeptRow {
  row_id: number;
  in_file: boolean;
  /** People deleted it, and the file changed it. */
  is_removed: boolean;
  [cell: string]: CellValue;
}

export function keptEditsIn(row: KeptRow, columns: readonly ColumnRecord[]): KeptEdit[] {
  const { row_id: rowId } = row;
  if (row.is_removed) return [{ rowId, column: null, kept: null, incoming: null }];
  return keptColumns(row, columns).map(({ id, name }) => ({
    rowId,
    column: name,
    kept: row[`current_${id}`] ?? null,
    incoming: row[`incoming_${id}`] ?? null,
  }));
}

/** The same as conflicts, so that a person can take the file's side: of the cells, or of a row that one side lacks. */
export function conflictsIn(row: KeptRow, columns: readonly ColumnRecord[]): NewConflict[] {
  const { row_id: rowId } = row;
  const kind = 'stale_override';
  if (row.is_removed || !row.in_file) {
    const followed = columns.filter(({ id }) => `incoming_${id}` in row);
    const whole = (state: 'base' | 'current' | 'incoming') =>
      JSON.stringify(Object.fromEntries(followed.map(({ id }) => [id, row[`${state}_${id}`] ?? null])));
    return [
      {
        kind,
        rowId,
        columnId: WHOLE_ROW,
        base: whole('base'),
        previous: row.is_removed ? null : whole('current'),
        incoming: row.in_file ? whole('incoming') : null,
      },
    ];
  }
  return keptColumns(row, columns).map(({ id }) => ({
    kind,
    rowId,
    columnId: id,
    base: JSON.stringify(row[`base_${id}`] ?? null),
    previous: JSON.stringify(row[`current_${id}`] ?? null),
    incoming: JSON.stringify(row[`incoming_${id}`] ?? null),
  }));
}

function keptColumns(row: KeptRow, columns: readonly ColumnRecord[]): ColumnRecord[] {
  return columns.filter(({ id }) => row[`is_kept_${id}`]);
}
