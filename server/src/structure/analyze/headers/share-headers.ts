import type { CellRange } from '../../../grid/grid.js';
import { type CellGrid, Kind } from '../../cell-grid.js';
import type { SheetRegion } from '../../regions/region.js';
import { isInTooManyPieces } from '../../sheet-size.js';

/** Fewer columns are alike by chance. */
const fewestColumns = 3;
const fewestNumeric = 2;
const fewestRows = 2;
/** Rows looked at: they show what the others are. */
const mostRows = 40;

/**
 * Gives tables without a header that of the one above them, where both have the same columns with the same kinds of
 * values: reports in blocks name the columns once, over the first block.
 */
export function shareHeaders(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  if (isInTooManyPieces(regions.length)) return [...regions];
  const shared = new Map<SheetRegion, readonly number[]>();
  const above: SheetRegion[] = [];
  for (const table of regions.filter(isTable).sort((a, b) => a.range.top - b.range.top)) {
    const nearest = above.findLast(({ range }) => overlapsColumns(range, table.range));
    above.push(table);
    if (!nearest || headerOf(table).length > 0 || !areAlike(grid, nearest, table)) continue;
    const header = shared.get(nearest) ?? headerOf(nearest);
    if (header.length > 0) shared.set(table, header);
  }
  return regions.map((region) => {
    const sharedHeader = shared.get(region);
    return sharedHeader ? { ...region, sharedHeader } : region;
  });
}

const isTable = ({ kind, fields }: SheetRegion) => kind === 'data' && fields === undefined;

/** The header rows at the top of a table. */
function headerOf({ range, roles }: SheetRegion): number[] {
  const rows: number[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    if (roles[row] === 'header') rows.push(row);
    else if (roles[row] === 'data' || roles[row] === 'derived') break;
  }
  return rows;
}

const overlapsColumns = (a: CellRange, b: CellRange) => a.left <= b.right && b.left <= a.right;

function areAlike(grid: CellGrid, upper: SheetRegion, lower: SheetRegion): boolean {
  const { left, right, top } = lower.range;
  const isBelow = upper.range.left === left && upper.range.right === right && upper.range.bottom < top;
  if (!isBelow || right - left + 1 < fewestColumns) return false;
  const rows = [upper, lower].map((table) => bodyOf(grid, table));
  if (rows.some(({ length }) => length < fewestRows)) return false;
  let numeric = 0;
  for (let column = left; column <= right; column++) {
    const [one, two] = rows.map((body) => isNumeric(grid, body, column));
    if (one !== undefined && two !== undefined && one !== two) return false;
    if (one && two) numeric++;
  }
  return numeric >= fewestNumeric;
}

/** Rows below the header with more than a label. */
function bodyOf(grid: CellGrid, { range, roles }: SheetRegion): number[] {
  const rows: number[] = [];
  for (let row = range.top; row <= range.bottom && rows.length < mostRows; row++) {
    if (roles[row] === 'header') continue;
    let filled = 0;
    for (let column = range.left; column <= range.right; column++) if (!grid.isEmpty(row, column)) filled++;
    if (filled > 1) rows.push(row);
  }
  return rows;
}

/** Whether the values of a column are mostly numbers; undefined without any value. */
function isNumeric(grid: CellGrid, rows: readonly number[], column: number): boolean | undefined {
  const filled = rows.filter((row) => !grid.isEmpty(row, column));
  if (filled.length === 0) return undefined;
  const numbers = filled.filter((row) => grid.kind(row, column) === Kind.number);
  return 2 * numbers.length > filled.length;
}
