import { type CellGrid, Kind } from '../cell-grid.js';

/** Rows looked at on either side: they show what the others are. */
const maxRows = 40;

/** The rows of a table that fill a column of it: in fewer it may be a remark. */
const minFilled = 0.2;

/** Consecutive rows of a sheet. */
interface Rows {
  top: number;
  bottom: number;
}

/**
 * Whether rows have values of the same kinds in the same columns as a table above, between two columns: they are more of it, however
 * many rows and columns are blank between them.
 */
export function fillSameColumns(
  grid: CellGrid,
  table: Rows,
  rows: Rows,
  { left, right }: { left: number; right: number } = { left: 0, right: grid.columnCount - 1 },
): boolean {
  const above = Math.max(table.top, table.bottom - maxRows + 1);
  const end = Math.min(rows.bottom, rows.top + maxRows - 1);
  let alike = 0;
  for (let column = left; column <= right; column++) {
    const own = usualKind(grid, column, rows.top, end);
    if (own === undefined) continue;
    if (own !== usualKind(grid, column, above, table.bottom, minFilled)) return false;
    alike++;
  }
  return alike > 0;
}

/** The kind of most values of a column; undefined where fewer than a share of the rows has any. */
function usualKind(
  grid: CellGrid,
  column: number,
  top: number,
  bottom: number,
  minShare = 0,
): Kind | undefined {
  const counts = new Map<Kind, number>();
  let filled = 0;
  for (let row = top; row <= bottom; row++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.empty) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    filled++;
  }
  if (filled < minShare * (bottom - top + 1)) return undefined;
  return [...counts].sort(([, one], [, two]) => two - one)[0]?.[0];
}
