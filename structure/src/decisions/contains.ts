import type { CellRange } from '@workbook-data-service/sheets/grid';

export const contains = (outer: CellRange, inner: CellRange): boolean =>
  outer.top <= inner.top &&
  inner.bottom <= outer.bottom &&
  outer.left <= inner.left &&
  inner.right <= outer.right;
