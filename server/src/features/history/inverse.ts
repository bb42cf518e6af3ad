import type { Change } from '../../catalog/change.js';
import type { AppendedVersion, TableEdit } from '../../workbook/writing/write-tables.js';

/** What undoing an op writes. */
export interface Inverse {
  /** Later edits of cells that the op changed. */
  changedSince: OverlappingEdit[];
  /** The number of rows written. */
  rows: number;
  write(c: Change, edit: Omit<TableEdit, 'rows'>): Promise<AppendedVersion>;
}

export interface OverlappingEdit {
  row_id: number;
  columns: string[];
  edit_version: number;
}
