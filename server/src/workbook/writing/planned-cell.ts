import type { CellValue } from '@workbook-data-service/sheets/values';
import type { RowChange } from './write-tables.js';

/** A cell that a change would write, or that would go with its row. */
export interface PlannedCell {
  /** Cells of one row have the same number, counted from 1. */
  row: number;
  /** Null for a row that is yet to be inserted. */
  rowId: number | null;
  change: RowChange['kind'];
  column: string;
  old: CellValue;
  new: CellValue;
}
