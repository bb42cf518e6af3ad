import type { CellRange } from '../../xlsx/grid.js';
import { CellGrid } from '../cell-grid.js';

/**
 * A grid in which a merged cell fills all it covers. Sheets laid out like squared paper write every value over many
 * narrow columns, which are not gaps between tables.
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
  return new CellGrid({
    rowCount: grid.rowCount,
    columnCount: grid.columnCount,
    cell: (row, column) => {
      const anchor = anchors.get(row * grid.columnCount + column);
      const [fromRow, fromColumn] = anchor ? [anchor.top, anchor.left] : [row, column];
      return { kind: grid.kind(fromRow, fromColumn), text: grid.text(fromRow, fromColumn) };
    },
  });
}
