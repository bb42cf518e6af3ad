import type { Sheet } from '@workbook-data-service/sheets/grid';
import { cellCount } from '@workbook-data-service/sheets/grid';

/** Two cells in opposite corners span billions; visiting every cell between them would never end. */
const maxCellsStudied = 40_000_000;

/** Columns do not become rows where the table would be longer than a sheet can be. */
const maxRowsMade = 1_048_576;

/** A sheet in more pieces would fill a workbook with tables that nobody can survey. */
const maxRegions = 1000;

export function isInTooManyPieces(regions: number): boolean {
  return regions > maxRegions;
}

export function isTooLongToMake(rows: number): boolean {
  return rows > maxRowsMade;
}

export function isTooLargeToStudy(sheet: Sheet): boolean {
  return spanOf(sheet) > maxCellsStudied || isScattered(sheet);
}

/** Visiting so many cells takes no time worth speaking of. */
const cellsOfAny = 200_000;
/** In a larger sheet, one of as many cells has to be filled: few cells must not take as long as many. */
const maxBlanks = 20;

/** Whether a large sheet is nearly empty, so that looking at it cell by cell is looking at blanks. */
export function isScattered(sheet: Sheet): boolean {
  return spanOf(sheet) > cellsOfAny && spanOf(sheet) > maxBlanks * cellCount(sheet);
}

const spanOf = ({ rowCount, columns }: Sheet) => rowCount * columns.length;
