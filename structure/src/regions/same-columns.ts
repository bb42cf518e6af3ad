import { type CellGrid, Kind } from '../cell-grid.js';

/** Rows looked at on either side: they show what the others are. */
const maxRows = 40;
/** Fewer columns are alike by chance. */
const minColumns = 3;

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

/**
 * Whether rows begin in the column where those of a table above do, fill enough of its columns to go on with it, and do not
 * begin anew with its labels: a block with the same labels is about something else.
 */
export function continueTable(grid: CellGrid, table: Rows, rows: Rows): boolean {
  const columns = filledColumns(grid, rows);
  return (
    columns.length >= minColumns &&
    columns[0] === filledColumns(grid, table)[0] &&
    fillSameColumns(grid, table, rows) &&
    !repeatLabels(grid, table, rows)
  );
}

function repeatLabels(grid: CellGrid, table: Rows, rows: Rows): boolean {
  const known = new Set(labelsOf(grid, table));
  const labels = labelsOf(grid, rows);
  return 2 * labels.filter((label) => known.has(label)).length > labels.length;
}

/** The words of each of the first rows. */
function labelsOf(grid: CellGrid, { top, bottom }: Rows): string[] {
  const labels: string[] = [];
  for (let row = top; row <= Math.min(bottom, top + maxRows - 1); row++) {
    const words: string[] = [];
    for (let column = 0; column < grid.columnCount; column++)
      if (grid.kind(row, column) === Kind.text) words.push(grid.text(row, column).trim());
    if (words.length > 0) labels.push(words.join('\n'));
  }
  return labels;
}

function filledColumns(grid: CellGrid, { top, bottom }: Rows): number[] {
  const columns = Array.from({ length: grid.columnCount }, (_, column) => column);
  const end = Math.min(bottom, top + maxRows - 1);
  return columns.filter((column) => usualKind(grid, column, top, end) !== undefined);
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
