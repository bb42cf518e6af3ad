import { columnLetters } from './column-letters.js';

/** A rectangle of cells, corners included. Rows count from 1, as a sheet shows them; columns from 0. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** XFD1048576 is the last cell of a sheet. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_383;

/** A single cell by its address, anything larger by its corners. */
export function formatRange(range: CellRange): string {
  const first = cellAddress(range.top, range.left);
  const last = cellAddress(range.bottom, range.right);
  return first === last ? first : `${first}:${last}`;
}

export function cellAddress(row: number, column: number): string {
  return `${columnLetters(column)}${row}`;
}

export function isOnSheet({ bottom, right }: CellRange): boolean {
  return bottom <= LAST_ROW && right <= LAST_COLUMN;
}
