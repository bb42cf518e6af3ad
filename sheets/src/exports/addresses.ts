export { type CellRange, cellAddress, formatRange, isOnSheet, LAST_COLUMN, LAST_ROW } from '../core/a1.js';
export { addressOfPlace, columnOfPlace, placeOf, rowOfPlace } from '../core/cell-place.js';
export { columnIndex, columnLetters } from '../core/column-letters.js';
export { parseRange } from '../xlsx/read/a1-references.js';
