import type { CellRange } from '../../grid/grid.js';
import type { CellGrid } from '../cell-grid.js';

/** A run of empty columns this wide separates its two sides. */
const wideGap = 2;
/** Across one empty column, tables that share fewer of their rows than this are two. */
const sharedRows = 0.75;

/** The parts of some rows that are side by side, each cut to its used range. */
export function splitAtEmptyColumns(grid: CellGrid, top: number, bottom: number): CellRange[] {
  const parts: CellRange[] = [];
  for (const run of filledRuns(grid, top, bottom)) {
    const last = parts.at(-1);
    if (last && belongTogether(grid, last, run)) {
      last.right = run.right;
      last.top = Math.min(last.top, run.top);
      last.bottom = Math.max(last.bottom, run.bottom);
    } else parts.push(run);
  }
  return parts;
}

/** Adjacent columns that are not empty in these rows. */
function filledRuns(grid: CellGrid, top: number, bottom: number): CellRange[] {
  const runs: CellRange[] = [];
  for (let column = 0; column < grid.columnCount; column++) {
    const rows = filledRows(grid, column, top, bottom);
    if (!rows) continue;
    const last = runs.at(-1);
    if (last?.right === column - 1) {
      last.right = column;
      last.top = Math.min(last.top, rows.top);
      last.bottom = Math.max(last.bottom, rows.bottom);
    } else runs.push({ left: column, right: column, ...rows });
  }
  return runs;
}

function filledRows(grid: CellGrid, column: number, top: number, bottom: number) {
  let first = top;
  while (first <= bottom && grid.isEmpty(first, column)) first++;
  if (first > bottom) return undefined;
  let last = bottom;
  while (grid.isEmpty(last, column)) last--;
  return { top: first, bottom: last };
}

function belongTogether(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  if (right.left - left.right - 1 >= wideGap) return false;
  let either = 0;
  let both = 0;
  for (let row = Math.min(left.top, right.top); row <= Math.max(left.bottom, right.bottom); row++) {
    const inLeft = countFilled(grid, row, left);
    const inRight = countFilled(grid, row, right);
    // A label or unit alone in its row counts for neither side.
    if (inLeft + inRight < 2) continue;
    either++;
    if (inLeft > 0 && inRight > 0) both++;
  }
  return both >= either * sharedRows;
}

function countFilled(grid: CellGrid, row: number, { left, right }: CellRange): number {
  let count = 0;
  for (let column = left; column <= right; column++) if (!grid.isEmpty(row, column)) count++;
  return count;
}
