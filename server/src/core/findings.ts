/** How many of a sheet's cells that are not blank stand in a table made from it. Rows and columns count from 0. */
export interface CellCoverage {
  cells: number;
  placed: number;
  /** Those that do not, of which the first are listed. */
  unplaced: { total: number; cells: { row: number; column: number }[] };
}

/** A total that the file states, beside the sum of what it totals. */
export interface StatedTotal {
  cell: { row: number; column: number };
  stated: number;
  computed: number;
  difference: number;
}
