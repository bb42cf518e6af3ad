import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import { filledCells } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';
import { namesResult } from '../../total-vocabulary.js';
import { isMissingMark } from '../../values/read-number.js';
import { totalsOfHours } from './totals-of-hours.js';

/** More rows below a total are another part of the table. */
const maxRemarks = 5;
const minRecords = 2;
/** With hours, as in the sheet of a month. */
const maxRecords = 500;
/** Cells that every record has, and a label with its value has not. */
const minMore = 2;

/**
 * The last row of a table before remarks that follow its last total: rows without a number where every record has one,
 * `Signature | | Date`, and, below a blank row, labels with their values beside them where records have far more cells. No
 * record follows a total that does not count it.
 */
export function endBeforeRemarks(grid: CellGrid, { range, roles }: SheetRegion): number {
  const { total, below } = lastTotal(grid, range, roles);
  if (total === undefined || below.length === 0) return endBelowHours(grid, range);
  const records = numbersBetween(range.top, total - 1).filter((row) => roles[row] === 'data');
  if (records.length < minRecords || !records.every((row) => hasNumber(grid, row, range)))
    return range.bottom;
  const fewest = records.reduce(
    (least, row) => Math.min(least, filledCells(grid, row, range).length),
    Infinity,
  );
  const isField = (row: number) => {
    const [label = -1, value = -1, ...others] = filledCells(grid, row, range);
    return others.length === 0 && value === label + 1 && grid.kind(row, label) === Kind.text;
  };
  const isApart = (row: number, at: number) => row > total + at + 1;
  const areRemarks = below.map(
    (row, at) =>
      hasOnlyWords(grid, row, range) || (isApart(row, at) && fewest >= 2 + minMore && isField(row)),
  );
  // A heading over figures begins another part of the table.
  const isHeading = (row: number, at: number) =>
    filledCells(grid, row, range).length === 1 &&
    below.slice(at + 1).some((one) => hasNumber(grid, one, range));
  if (below.some(isHeading) || isMergedDown(grid, total)) return range.bottom;
  const last = areRemarks.lastIndexOf(false);
  return last + 1 === below.length ? range.bottom : (below[last] ?? total);
}

/** The last total of hours, if nothing but words is below it. */
function endBelowHours(grid: CellGrid, range: CellRange): number {
  const textOf = (row: number, column: number) => grid.text(row, column);
  const called = (row: number) => namesResult(textOf(row, filledCells(grid, row, range)[0] ?? range.left));
  let total = range.bottom;
  const isRemark = (row: number) =>
    hasOnlyWords(grid, row, range) &&
    !filledCells(grid, row, range).some((column) => /^\d+:\d\d$/.test(textOf(row, column).trim()));
  while (total > range.bottom - maxRemarks && !called(total) && isRemark(total)) total--;
  if (total === range.bottom || total <= range.top || !called(total)) return range.bottom;
  const columns = numbersBetween(range.left, range.right);
  const rows = numbersBetween(Math.max(range.top, total - maxRecords), total);
  return totalsOfHours(textOf, columns, rows).at(-1) === total ? total : range.bottom;
}

/** `合計` over two rows, the second of which says what the first includes. */
const isMergedDown = (grid: CellGrid, row: number) =>
  grid.merges.some(({ top, bottom }) => top === row && bottom > row);

/** The last total, if only a few rows follow it. */
function lastTotal(
  grid: CellGrid,
  range: CellRange,
  roles: SheetRegion['roles'],
): { total?: number; below: readonly number[] } {
  const below: number[] = [];
  for (let row = range.bottom; row >= range.top && below.length <= maxRemarks; row--) {
    const filled = filledCells(grid, row, range);
    const isTotal = () => filled.some((column) => namesResult(grid.text(row, column)));
    if (roles[row] === 'derived' && isTotal()) return { total: row, below };
    if (filled.length > 0) below.unshift(row);
  }
  return { below: [] };
}

const hasNumber = (grid: CellGrid, row: number, range: CellRange) =>
  filledCells(grid, row, range).some((column) => grid.kind(row, column) === Kind.number);

const hasOnlyWords = (grid: CellGrid, row: number, range: CellRange) =>
  filledCells(grid, row, range).every(
    (column) => grid.kind(row, column) === Kind.text && !isMissingMark(grid.text(row, column)),
  );

const numbersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
