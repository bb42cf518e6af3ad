import type { Sheet } from '../grid/grid.js';

/** Two cells in opposite corners span billions; looking at every cell between them would never end. */
const mostCellsStudied = 40_000_000;

/** Turning columns into rows stops where the table would be longer than a sheet can be. */
const mostRowsMade = 1_048_576;

export function isTooLongToMake(rows: number): boolean {
  return rows > mostRowsMade;
}

export function isTooLargeToStudy({ rowCount, columns }: Sheet): boolean {
  return rowCount * columns.length > mostCellsStudied;
}
