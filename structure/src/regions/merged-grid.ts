import type { CellRange } from '@workbook-data-service/sheets/grid';
import { CellGrid } from '../cell-grid.js';

/**
 * A grid in which a merged cell fills its whole area. Sheets laid out like graph paper write every value over
 * many narrow columns, which are not gaps between tables.
 */
export function gridWithMergesFilled(grid: CellGrid): CellGrid {
  const wide = grid.merges.filter(({ left, right }) => right > left);
  if (wide.length === 0) return grid;
  const anchors = new Map<number, CellRange>();
  for (const merge of wide) {
    const right = Math.min(merge.right, grid.columnCount - 1);
    const bottom = Math.min(merge.bottom, grid.rowCount - 1);
    for (let row = merge.top; row <= bottom; row++)
      for (let column = merge.left; column <= right; column++)
        anchors.set(row * grid.columnCount + column, merge);
  }
  const anchorOf = (row: number, column: number) => {
    const { top, left } = anchors.get(row * grid.columnCount + column) ?? { top: row, left: column };
    return [top, left] as const;
  };
  return new CellGrid({
    rowCount: grid.rowCount,
    columnCount: grid.columnCount,
    kind: (row, column) => grid.kind(...anchorOf(row, column)),
    text: (row, column) => grid.text(...anchorOf(row, column)),
    number: (row, column) => grid.number(...anchorOf(row, column)),
    style: (row, column) => grid.style(...anchorOf(row, column)),
    merges: grid.merges,
  });
}
