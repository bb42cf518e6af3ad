import type { Change } from '../../catalog/change.js';
import type { AppendedVersion, TableEdit } from '../../workbook/writing/write-tables.js';

/** What undoing an op comes to. */
export interface Inverse {
  /** Cells that the op touched and somebody changed again. */
  changedSince: OverlappingEdit[];
  /** How many rows it writes. */
  rows: number;
  write(c: Change, edit: Omit<TableEdit, 'rows'>): Promise<AppendedVersion>;
}

export interface OverlappingEdit {
  row_id: number;
  columns: string[];
  edit_version: number;
}
