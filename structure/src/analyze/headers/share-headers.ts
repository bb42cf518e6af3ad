import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import type { SheetRegion } from '../../regions/region.js';
import { isInTooManyPieces } from '../../sheet-size.js';

/** Fewer columns are alike by chance. */
const minColumns = 3;
const minNumeric = 2;
const minOfWords = 4;
/** Of the columns of the block. */
const minAlike = 0.75;
/** Of the width of the table above, for a block that does not begin where it does. */
const minWide = 0.75;
const minRows = 2;
/** Rows looked at: they show what the others are. */
const maxRows = 40;

/**
 * Gives tables without a header that of the one above them, where they have the same kinds of values in its columns, or in
 * some of these: reports in blocks name the columns once, over the first block.
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
  const beginsWithIt = upper.range.left === left;
  const isAsWide = beginsWithIt && upper.range.right === right;
  const isWithin = upper.range.bottom < top && left >= upper.range.left && right <= upper.range.right;
  const isNarrow = right - left < minWide * (upper.range.right - upper.range.left);
  if (!isWithin || (isNarrow && !beginsWithIt)) return false;
  const rows = [upper, lower].map((table) => bodyOf(grid, table));
  if (rows.some(({ length }) => length < minRows)) return false;
  const [one = [], two = []] = rows.map((body) => kindsIn(grid, body, { left, right }));
  const shared = two.filter(([column]) => one.some(([other]) => other === column));
  const alike = shared.filter(([column, kind]) =>
    one.some(([other, its]) => other === column && its === kind),
  );
  const numeric = alike.filter(([, kind]) => kind === Kind.number);
  return (
    alike.length >= minColumns &&
    alike.length >= minAlike * (isAsWide ? shared : two).length &&
    (numeric.length >= minNumeric || (beginsWithIt && alike.length >= minOfWords))
  );
}

/** The columns that have values in some rows, and whether these are mostly numbers. */
function kindsIn(
  grid: CellGrid,
  rows: readonly number[],
  { left, right }: Pick<CellRange, 'left' | 'right'>,
): [column: number, kind: Kind][] {
  const kinds: [number, Kind][] = [];
  for (let column = left; column <= right; column++) {
    const filled = rows.filter((row) => !grid.isEmpty(row, column));
    const numbers = filled.filter((row) => grid.kind(row, column) === Kind.number);
    if (filled.length > 0) kinds.push([column, 2 * numbers.length > filled.length ? Kind.number : Kind.text]);
  }
  return kinds;
}

/** Rows below the header with more than a label. */
function bodyOf(grid: CellGrid, { range, roles }: SheetRegion): number[] {
  const rows: number[] = [];
  for (let row = range.top; row <= range.bottom && rows.length < maxRows; row++) {
    if (roles[row] === 'header') continue;
    let filled = 0;
    for (let column = range.left; column <= range.right; column++) if (!grid.isEmpty(row, column)) filled++;
    if (filled > 1) rows.push(row);
  }
  return rows;
}
