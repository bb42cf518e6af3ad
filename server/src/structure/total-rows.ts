import type { CellRange } from '../grid/grid.js';
import { findTotalRows, type TotalLine } from './arithmetic/find-total-lines.js';
import { NumberTable } from './arithmetic/number-table.js';
import { stackTotals } from './arithmetic/stack-totals.js';
import type { CellGrid } from './cell-grid.js';

/** Trying every range of rows takes quadratic time; beyond this it would be noticeable. */
const mostWork = 60_000;

/** The rows that sum others: by every range of rows in a short table, by a stack of rows in a long one. */
export function totalRows(grid: CellGrid, range: CellRange): TotalLine[] {
  const rows = range.bottom - range.top + 1;
  if (rows * rows * (range.right - range.left + 1) <= mostWork) return findTotalRows(grid, range);
  return stackTotals(new NumberTable(grid, 'down', range)).map(({ pattern, records, score }) => ({
    line: range.top + pattern.target,
    parts: pattern.parts.map((part) => range.top + part),
    across: records.map((record) => range.left + record),
    confidence: score,
  }));
}
