import { cellAddress, LAST_COLUMN } from './a1.js';

/** As wide as a sheet can be, so that one number names a cell. */
const widestSheet = LAST_COLUMN + 1;

/** A cell as one number, which typed arrays can hold by the million; row and column count from 0. */
export function placeOf(row: number, column: number): number {
  return row * widestSheet + column;
}

export const rowOfPlace = (place: number) => Math.floor(place / widestSheet);
/** Without the remainder operator, which is slow for numbers beyond 32 bits. */
export const columnOfPlace = (place: number) => place - rowOfPlace(place) * widestSheet;

/** The cell as a sheet names it, such as B5. */
export function addressOfPlace(place: number): string {
  return cellAddress(rowOfPlace(place) + 1, columnOfPlace(place));
}
