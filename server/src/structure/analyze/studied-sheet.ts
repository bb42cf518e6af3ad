import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import type { SheetCells } from '../sheet-cells.js';

/** A sheet under study. */
export interface StudiedSheet {
  cells: SheetCells;
  /** Null for a long plain list, in which nothing has to be looked for. */
  grid: CellGrid | null;
  roles: readonly LineRole[];
  dialect: Dialect | null;
}
