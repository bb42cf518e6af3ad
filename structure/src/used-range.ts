import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from './cell-grid.js';

/** The part of a range that is not blank at its edges; undefined if all of it is. */
export function usedRange(grid: CellGrid, range: CellRange): CellRange | undefined {
  const used = { top: range.bottom, left: range.right, bottom: -1, right: -1 };
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      if (grid.isEmpty(row, column)) continue;
      used.top = Math.min(used.top, row);
      used.bottom = Math.max(used.bottom, row);
      used.left = Math.min(used.left, column);
      used.right = Math.max(used.right, column);
    }
  }
  return used.bottom < 0 ? undefined : used;
}
