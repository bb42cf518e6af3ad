import type { Sheet } from '../xlsx/grid.js';

/** Two cells in opposite corners span billions; looking at every cell between them would never end. */
const mostCellsStudied = 40_000_000;

export function isTooLargeToStudy({ rowCount, columns }: Sheet): boolean {
  return rowCount * columns.length > mostCellsStudied;
}
