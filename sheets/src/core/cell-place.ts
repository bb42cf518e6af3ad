import { cellAddress, LAST_COLUMN } from './a1.js';

/** The width of the widest possible sheet, so that one number identifies a cell. */
const widestSheet = LAST_COLUMN + 1;

/** A cell as one number, so that typed arrays can store millions of them; row and column count from 0. */
export function placeOf(row: number, column: number): number {
  return row * widestSheet + column;
}

export const rowOfPlace = (place: number) => Math.floor(place / widestSheet);
/** Without the remainder operator, which is slow for numbers beyond 32 bits. */
export const columnOfPlace = (place: number) => place - rowOfPlace(place) * widestSheet;

/** The A1 address of a cell, such as B5. */
export function addressOfPlace(place: number): string {
  return cellAddress(rowOfPlace(place) + 1, columnOfPlace(place));
}
