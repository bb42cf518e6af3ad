import type { Dialect } from '@workbook-data-service/sheets';
import type { CellGrid } from '../cell-grid.js';
import type { SheetCells } from '../sheet-cells.js';

/** A sheet under analysis. */
export interface StudiedSheet {
  cells: SheetCells;
  /** Null for a list of records, which needs no further analysis. */
  grid: CellGrid | null;
  dialect: Dialect | null;
}
