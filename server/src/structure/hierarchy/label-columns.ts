import { type CellGrid, Kind } from '../cell-grid.js';

/**
 * The columns that labels step through: the next one belongs to them if it holds text, and mostly
 * in rows that have no label yet.
 */
export function labelColumnsFrom(grid: CellGrid, first: number, firstRow: number, lastRow: number): number[] {
  const columns = [first];
  for (let column = first + 1; column < grid.columnCount; column++) {
    let texts = 0;
    let others = 0;
    let inUnlabelled = 0;
    for (let row = firstRow; row <= lastRow; row++) {
      if (grid.isEmpty(row, column)) continue;
      if (grid.kind(row, column) === Kind.text) texts++;
      else others++;
      if (columns.every((labels) => grid.isEmpty(row, labels))) inUnlabelled++;
    }
    const filled = texts + others;
    if (texts < 2 || others > 0.1 * filled || inUnlabelled < 0.8 * filled) break;
    columns.push(column);
  }
  return columns;
}
