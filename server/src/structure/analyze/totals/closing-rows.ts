import type { RegionSpec } from '../../../core/parse-spec.js';
import { namesDifference } from '../../arithmetic/label-words.js';
import type { CellGrid } from '../../cell-grid.js';
import type { SheetCells } from '../../sheet-cells.js';
import { namesRatio, namesStatistic } from '../../total-words.js';
import { hasFewDigits } from './chance-sums.js';
import { chargesBetween } from './closing-charges.js';
import { TableEnd } from './table-end.js';

/** More rows below a total are records of some kind. */
const mostBelow = 5;
/** Cells that records have and totals have not: fewer may be blank by chance. */
const leastMore = 2;

/**
 * What belongs to the totals that close a table, though no number confirms it as a sum: charges between the subtotal and
 * the total, what is computed from totals alone, and what stands below the last total.
 */
export function closingRows(
  sheet: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
  computed: ReadonlySet<number>,
): number[] {
  const first = rows.findIndex((row) => computed.has(row));
  if (first < 2) return [];
  const end = new TableEnd(sheet, region, rows, computed);
  const betweenTotals = rows.slice(first, end.last);
  const closing = new Set([
    ...chargesBetween(end),
    ...betweenTotals.filter((row) => isOfTotals(end, row)),
    ...labelledLikeTotals(end),
    ...(areFiguresBelow(end) ? end.after : []),
    ...remainderOfTotals(end),
    ...wholeOfTotals(end),
  ]);
  if (isSettledBelow(end)) {
    // Among accounts, what is taken off a total is an account as well.
    const isAmongAccounts = betweenTotals.some((row) => !computed.has(row) && !closing.has(row));
    for (const row of isAmongAccounts ? end.after.slice(-1) : end.after) closing.add(row);
  }
  return [...closing].filter((row) => !computed.has(row));
}

/** Whether all numbers of a row are formulas of totals alone: `Overhead 25%`. */
function isOfTotals(end: TableEnd, row: number): boolean {
  const numbers = end.numbersIn(row);
  return (
    numbers.length > 0 &&
    numbers.every((column) => {
      const rows = rowsIn(end.grid.formula(row, column) ?? '');
      return rows.length > 0 && rows.every((one) => end.computed.has(one));
    })
  );
}

/** Of this sheet; none if the formula refers to another one too. */
const rowsIn = (formula: string) =>
  formula.includes('!')
    ? []
    : [...formula.matchAll(/\b\$?[A-Z]{1,3}\$?(\d+)\b/g)].map(([, row]) => Number(row) - 1);

/**
 * `Tax` and `Delivery` above a total and below another: labelled where these are, and where no record has anything. Where every
 * record has a number, no total need be above them.
 */
function labelledLikeTotals(end: TableEnd): readonly number[] {
  const { cells, rows, last, computed } = end;
  const [label = -1, value = -1] = end.filledIn(end.total);
  const before = rows.slice(0, last);
  const isLabelled = (row: number) => end.filledIn(row)[0] === label && !cells.isNumber(row, label);
  const start = before.findLastIndex((row) => !isLabelled(row)) + 1;
  const closing = before.slice(start);
  const records = before.slice(0, start).filter((row) => !computed.has(row));
  const haveNumbers =
    records.length > 1 && records.every((row) => cells.isNumber(row, label) && cells.isNumber(row, value));
  const haveNothing = computed.has(closing[0] ?? -1) && records.every((row) => cells.isBlank(row, label));
  return start > 0 && (haveNumbers || haveNothing) ? closing : [];
}

/** Whether what follows the last total are figures about the records rather than more of them: by layout, numbers or names. */
function areFiguresBelow(end: TableEnd): boolean {
  const { after } = end;
  return (
    after.length <= mostBelow &&
    (after.every(isLaidOutLikeTotal(end)) ||
      after.every((row) => end.states(row, (column) => end.grid.number(end.total, column))) ||
      after.every((row) => isNamedFigure(end, row)))
  );
}

/**
 * `Paid by the club` below a total: labelled where the total is and records have nothing, or where all of them have numbers,
 * or with cells where the total has them, which are far fewer than those of a record. So are numbers alone, where every record
 * has a label.
 */
function isLaidOutLikeTotal(end: TableEnd): (row: number) => boolean {
  const { cells, records } = end;
  const stated = end.filledIn(end.total);
  const areStated = (columns: readonly number[]) =>
    columns.every((column) => stated.includes(column)) && columns[0] === stated[0];
  const areBlank = (column: number) => records.every((record) => cells.isBlank(record, column));
  const areNumbers = (column: number) => records.every((record) => cells.isNumber(record, column));
  const fewest = Math.min(...records.map((record) => end.filledIn(record).length));
  const [key = -1] = end.labelColumns;
  const areLabelled = !records.some((record) => cells.isBlank(record, key));
  return (row) => {
    const filled = end.filledIn(row);
    const [label = -1, value = -1] = filled;
    return (
      (label === stated[0] && areBlank(label)) ||
      (areLabelled && label > key && String(end.numbersIn(row)) === String(filled)) ||
      (fewest >= filled.length + leastMore && areStated(filled) && end.numbersIn(row).length > 0) ||
      (filled.length === 2 &&
        !cells.isNumber(row, label) &&
        cells.isNumber(row, value) &&
        areNumbers(label) &&
        areNumbers(value))
    );
  };
}

function isNamedFigure({ cells, labelColumns }: TableEnd, row: number): boolean {
  return labelColumns.some((column) => {
    const label = cells.text(row, column);
    return namesRatio(label) || namesDifference(label) || namesStatistic(label);
  });
}

/** `Less advance` and `To be paid` below a total: the last row is what remains, or all there is with the others. */
function isSettledBelow(end: TableEnd): boolean {
  const { grid, total, after } = end;
  const result = after.at(-1);
  if (result === undefined || after.length < 2 || after.length > mostBelow) return false;
  const stated = String(end.numbersIn(total));
  const settles = (sign: 1 | -1) =>
    end.states(result, (column) =>
      after
        .slice(0, -1)
        .reduce((sum, row) => sum + sign * grid.number(row, column), grid.number(total, column)),
    );
  return after.every((row) => String(end.numbersIn(row)) === stated) && (settles(1) || settles(-1));
}

/** `Network` below the totals of two depots: their sum, in every column that the last total states. */
function wholeOfTotals(end: TableEnd): readonly number[] {
  const { grid, region, total, computed } = end;
  const [result = -1, ...more] = end.after;
  const areStated = String(end.numbersIn(result)) === String(end.numbersIn(total));
  if (result < 0 || more.length > 0 || computed.size < 2 || !areStated) return [];
  const isSum = end.states(result, (column) =>
    [...computed].reduce((sum, row) => sum + (grid.number(row, column) || 0), 0),
  );
  return isSum && !hasFewDigits(grid, result, region.columns) ? [result] : [];
}

/** `所得金額` at the end: what the last total leaves of one before it, in every column that either states. */
function remainderOfTotals(end: TableEnd): readonly number[] {
  const { grid, region, total, computed } = end;
  const [result = -1, ...more] = end.after;
  const areStated = String(end.numbersIn(result)) === String(end.numbersIn(total));
  if (result < 0 || more.length > 0 || !areStated || hasFewDigits(grid, result, region.columns)) return [];
  const isLeftOf = (other: number) =>
    end.states(result, (column) => grid.number(other, column) - grid.number(total, column));
  return [...computed].some((row) => row < total && isLeftOf(row)) ? [result] : [];
}
