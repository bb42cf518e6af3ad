import type { CellGrid } from '../cell-grid.js';
import { dataColumns, type LabelRange, type RowLabel, readRowLabels } from './row-label.js';
import { type LabelNode, nestByLooks } from './row-label-tree.js';

/** Fewer rows, or fewer columns, may add up by chance. */
const minParts = 3;
const minColumns = 3;
/** A number this many times as large as what rounding may add is no coincidence. */
const minTelling = 20;

/** A row of a level, and whether it is taken away from the total. */
interface Part {
  row: number;
  sign: 1 | -1;
}

/**
 * The rows that state the sum of all rows of a level since its last total, whatever they are called: `支払` after
 * `１．` to `５．`, without what is within these. Each with its parts.
 */
export function levelTotals(grid: CellGrid, range: LabelRange): Map<number, Part[]> {
  const columns = dataColumns(grid, range);
  const totals = new Map<number, Part[]>();
  /** By depth, the rows since the last total of that depth. */
  const open: Part[][] = [];
  for (const node of nestByLooks(readRowLabels(grid, range))) {
    const { label } = node;
    if (!label.hasNumbers) continue;
    const depth = open.findLastIndex((parts) => isTotalOf(grid, label.row, parts, columns));
    if (depth >= 0) {
      totals.set(label.row, open[depth] ?? []);
      open.length = depth;
      continue;
    }
    const own = depthOf(node);
    if (label.total !== 'none') {
      open.length = Math.min(open.length, own);
      continue;
    }
    open.length = Math.min(open.length, own + 1);
    while (open.length <= own) open.push([]);
    open[own]?.push({ row: label.row, sign: signOf(grid, label) });
  }
  return totals;
}

function depthOf({ parent }: LabelNode): number {
  let depth = 0;
  for (let above = parent; above; above = above.parent) depth++;
  return depth;
}

/** `（控除）補助金`, `Less: returns`. */
const signOf = (grid: CellGrid, { row, column }: RowLabel) =>
  /^[^\p{L}]*(?:控除|less\b|deduct)/iu.test(grid.text(row, column)) ? -1 : 1;

function isTotalOf(grid: CellGrid, row: number, parts: readonly Part[], columns: readonly number[]): boolean {
  if (parts.length < minParts) return false;
  let telling = 0;
  for (const column of columns) {
    const stated = grid.number(row, column);
    if (Number.isNaN(stated)) continue;
    let sum = 0;
    let isWhole = Number.isInteger(stated);
    let filled = 0;
    for (const part of parts) {
      const value = grid.number(part.row, column);
      if (Number.isNaN(value) || value === 0) continue;
      sum += part.sign * value;
      isWhole &&= Number.isInteger(value);
      filled++;
    }
    const tolerance = (isWhole ? Math.sqrt(parts.length) : 0) + Math.abs(stated) * 1e-9;
    if (Math.abs(sum - stated) > tolerance) return false;
    if (filled > 1 && Math.abs(stated) > minTelling * tolerance) telling++;
  }
  return telling >= minColumns;
}
