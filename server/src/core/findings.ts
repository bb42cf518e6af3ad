/** How many non-blank cells of a sheet ended up in a table made from it. Rows and columns count from 0. */
export interface CellCoverage {
  cells: number;
  placed: number;
  /** Cells that did not; only the first ones are listed. */
  unplaced: { total: number; cells: { row: number; column: number }[] };
}

/** A total that the file states, beside the computed sum. */
export interface StatedTotal {
  cell: { row: number; column: number };
  stated: number;
  computed: number;
  difference: number;
}
