import type { CellGrid } from '../../cell-grid.js';
import { labelLook } from '../../cell-look.js';
import { isInCapitals } from '../../hierarchy/row-label.js';
import type { RegionLines } from '../region-lines.js';

/**
 * Where a table begins with a label right below a label, its groups have two levels. Those that look like the
 * first, or have a label right below them, are the outer ones. Elsewhere a label right below a label is under that one.
 */
export function nestGroups(
  grid: CellGrid,
  column: number,
  { bodyRows, groupRows }: RegionLines,
): Record<number, number> {
  const [first, second] = groupRows;
  const rows = [...bodyRows, ...groupRows].sort((a, b) => a - b);
  const groups = new Set(groupRows);
  if (first === undefined || second === undefined || rows[0] !== first || rows[1] !== second)
    return belowOthers(grid, column, rows, groups);
  const lookOf = (row: number) => `${labelLook(grid, row, column)} ${isInCapitals(grid.text(row, column))}`;
  const looksTell = lookOf(first) !== lookOf(second);
  const isOuter = (at: number) =>
    looksTell
      ? lookOf(rows[at] as number) === lookOf(first)
      : groups.has(rows[at + 1] ?? -1) && !groups.has(rows[at - 1] ?? -1);
  const parents: Record<number, number> = {};
  let outer = first;
  rows.forEach((row, at) => {
    if (!groups.has(row)) return;
    if (isOuter(at)) outer = row;
    else parents[row] = outer;
  });
  return parents;
}

/**
 * A label right below a label is under that one. Where it is the label of a group above too, so are all groups that follow:
 * `PERCENT CHANGE` over `Current dollars` and `Constant dollars`.
 */
function belowOthers(
  grid: CellGrid,
  column: number,
  rows: readonly number[],
  groups: ReadonlySet<number>,
): Record<number, number> {
  const parents: Record<number, number> = {};
  const seen = new Set<string>();
  let outer: number | undefined;
  rows.forEach((row, at) => {
    if (!groups.has(row)) return;
    const [above, below] = [rows[at - 1], rows[at + 1]];
    const isRepeatedBelow =
      below !== undefined && groups.has(below) && seen.has(grid.text(below, column).trim());
    if (isRepeatedBelow) outer = row;
    else if (outer !== undefined) parents[row] = outer;
    else if (above === row - 1 && groups.has(above)) parents[row] = above;
    seen.add(grid.text(row, column).trim());
  });
  return parents;
}
