import type { CellGrid } from './cell-grid.js';

/** How a cell looks, so that two can be compared: labels of one kind look the same. */
export function cellLook(grid: CellGrid, row: number, column: number): string {
  const { bold, italic, underline, fill, indent, align } = grid.style(row, column);
  return [bold, italic, underline, fill, indent, align].join(' ');
}
