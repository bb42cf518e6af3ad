import type { Sheet } from '../grid/grid.js';

/** Two cells in opposite corners span billions; visiting every cell between them would never end. */
const mostCellsStudied = 40_000_000;

/** Columns do not become rows where the table would be longer than a sheet can be. */
const mostRowsMade = 1_048_576;

/** A sheet in more pieces would fill a workbook with tables that nobody can survey. */
const mostRegions = 1000;

export function isInTooManyPieces(regions: number): boolean {
  return regions > mostRegions;
}

export function isTooLongToMake(rows: number): boolean {
  return rows > mostRowsMade;
}

export function isTooLargeToStudy({ rowCount, columns }: Sheet): boolean {
  return rowCount * columns.length > mostCellsStudied;
}
