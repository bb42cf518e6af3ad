import { columnOfPlace, placeOf, rowOfPlace } from '../core/cell-place.js';

/** More than the place of any cell. */
const placesOfSheet = 2 ** 34;

/** A cell of a workbook as one number; sheets count from 0, and no workbook has so many that it is inexact. */
export function cellKey(sheet: number, row: number, column: number): number {
  return sheet * placesOfSheet + placeOf(row, column);
}

export function cellOfKey(key: number): { sheet: number; place: number; row: number; column: number } {
  const sheet = Math.floor(key / placesOfSheet);
  const place = key - sheet * placesOfSheet;
  return { sheet, place, row: rowOfPlace(place), column: columnOfPlace(place) };
}
