import type { RegionSpec } from '../../core/parse-spec.js';
import type { CellRange } from '../../grid/grid.js';
import { namesDifference } from '../arithmetic/label-words.js';
import type { CellGrid } from '../cell-grid.js';
import type { SheetCells } from '../sheet-cells.js';
import { namesRatio, namesStatistic } from '../total-words.js';
import { hasFewDigits } from './chance-sums.js';

const mostCharged = 8;
const mostRatios = 5;
const mostSettled = 5;
/** Cells that records have and totals have not: fewer may be blank by chance. */
const leastMore = 2;
/** Fewer rows may be figures of different kinds. */
const leastRecords = 5;

/**
 * What belongs to the totals that close a table, though no number confirms it: tax and shipping between the
 * subtotal and the total, what is computed from totals alone, what is taken off the total, a total again, averages and ratios, and what is
 * labelled where totals are and records are not.
 */
export function closingRows(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
  computed: ReadonlySet<number>,
): number[] {
  const first = rows.findIndex((row) => computed.has(row));
  const last = rows.findLastIndex((row) => computed.has(row));
  if (first < 2) return [];
  const closing = new Set([
    ...computed,
    ...chargesBetween(cells, region, rows, last, computed),
    ...rows.slice(first, last).filter((row) => isOfTotals(grid, region, row, computed)),
  ]);
  for (const row of remainderOfTotals(grid, region, rows, last, computed)) closing.add(row);
  const settled = settlementAfter(grid, region, rows.slice(last));
  // Among accounts, what is taken off a total is an account as well.
  const isAmongAccounts = rows.slice(first, last).some((row) => !closing.has(row));
  for (const row of isAmongAccounts ? settled.slice(-1) : settled) closing.add(row);
  for (const row of besideTotal(cells, region, rows, last, computed)) closing.add(row);
  for (const row of repeatsAfter(grid, region, rows.slice(last))) closing.add(row);
  for (const row of ratiosAfter(cells, region, rows, last)) closing.add(row);
  for (const row of besideRecords(cells, region, rows, last, computed)) closing.add(row);
  for (const row of labelledInValues(cells, region, rows, last, computed)) closing.add(row);
  return [...closing].filter((row) => !computed.has(row));
}

/**
 * They have a number where the subtotal has one, and nothing else of what the records above have. Or they are named
 * as charges, or none of them has the label that each record begins with. Remarks do not count, as any row may be without.
 */
function chargesBetween(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
  last: number,
  computed: ReadonlySet<number>,
): readonly number[] {
  const labels = new Set(labelsOf(region));
  const remarks = new Set(
    region.columns.filter(({ role }) => role === 'attribute').map(({ source }) => source),
  );
  const filledIn = (row: number) => {
    const filled = cells.filledInRow(row, region.range);
    return filled.filter((column) => !remarks.has(column) || column === filled[0]);
  };
  const valuesIn = (row: number) => filledIn(row).filter((column) => !labels.has(column));
  // A subtotal may do without a label, unlike the total.
  const statedIn = (subtotal: number) => {
    const filled = filledIn(subtotal);
    const isLabelled = filled.some((column) => labels.has(column));
    return new Set(isLabelled ? filled : [...filled, ...filledIn(rows[last] as number)]);
  };
  const areCharges = (first: number, columnsOf: (row: number) => number[]) => {
    const subtotal = rows[first] as number;
    const stated = statedIn(subtotal);
    const isLike = (row: number) => filledIn(row).every((column) => stated.has(column));
    const hasMore = (row: number) => columnsOf(row).length > columnsOf(subtotal).length;
    return (
      rows.slice(first, last).every(isLike) &&
      rows.slice(0, first).every((row) => computed.has(row) || hasMore(row))
    );
  };
  const isNamedCharge = (row: number) => [...labels].some((column) => namesCharge(cells.text(row, column)));
  const areNamed = (first: number) => {
    const stated = statedIn(rows[first] as number);
    return rows
      .slice(first, last)
      .every(
        (row) =>
          filledIn(row).every((column) => stated.has(column)) && (computed.has(row) || isNamedCharge(row)),
      );
  };
  const [leading] = labels;
  const isLed = (row: number) => leading !== undefined && !cells.isBlank(row, leading);
  const areApart = (first: number) =>
    !rows.slice(first, last + 1).some(isLed) &&
    rows.slice(0, first).every((row) => computed.has(row) || isLed(row));
  for (let first = Math.max(2, last - mostCharged); first < last; first++)
    if (
      computed.has(rows[first] as number) &&
      (areApart(first) || areNamed(first) || areCharges(first, valuesIn) || areCharges(first, filledIn))
    )
      return rows.slice(first, last);
  return [];
}

/** Whether all numbers of a row are formulas of totals alone: `Overhead 25%`. */
function isOfTotals(
  grid: CellGrid,
  { range }: RegionSpec,
  row: number,
  computed: ReadonlySet<number>,
): boolean {
  const numbers = numbersIn(grid, row, range);
  return (
    numbers.length > 0 &&
    numbers.every((column) => {
      const rows = rowsIn(grid.formula(row, column) ?? '');
      return rows.length > 0 && rows.every((one) => computed.has(one));
    })
  );
}

/** Of this sheet; none if the formula refers to another one too. */
const rowsIn = (formula: string) =>
  formula.includes('!')
    ? []
    : [...formula.matchAll(/\b\$?[A-Z]{1,3}\$?(\d+)\b/g)].map(([, row]) => Number(row) - 1);

/** `Less advance` and `To be paid` below a total: the last row is what remains, or all there is with the others. */
function settlementAfter(
  grid: CellGrid,
  { range }: RegionSpec,
  [total = 0, ...after]: readonly number[],
): readonly number[] {
  const result = after.at(-1);
  if (result === undefined || after.length < 2 || after.length > mostSettled) return [];
  const columns = numbersIn(grid, total, range);
  const isLikeTotal = after.every((row) => String(numbersIn(grid, row, range)) === String(columns));
  const settles = (sign: 1 | -1) =>
    columns.every((column) => {
      const between = after.slice(0, -1).reduce((sum, row) => sum + grid.number(row, column), 0);
      const computed = grid.number(total, column) + sign * between;
      return Math.abs(computed - grid.number(result, column)) <= Math.abs(computed) * 1e-9 + 1e-9;
    });
  return columns.length > 0 && isLikeTotal && (settles(1) || settles(-1)) ? after : [];
}

/** `Paid by the club` below a total: an amount where the total has one, and nothing else of what every record has. */
function besideTotal(
  cells: SheetCells,
  { range }: RegionSpec,
  rows: readonly number[],
  last: number,
  computed: ReadonlySet<number>,
): readonly number[] {
  const after = rows.slice(last + 1);
  const stated = cells.filledInRow(rows[last] ?? -1, range);
  const isLikeTotal = (row: number) => String(cells.filledInRow(row, range)) === String(stated);
  const records = rows.slice(0, last).filter((row) => !computed.has(row));
  const hasMore = (row: number) => cells.filledInRow(row, range).length >= stated.length + leastMore;
  return after.length <= mostSettled && after.every(isLikeTotal) && records.every(hasMore) ? after : [];
}

/** `Cash to draw` below the totals, which states nothing but one of them again. */
function repeatsAfter(
  grid: CellGrid,
  { range }: RegionSpec,
  [total = 0, ...after]: readonly number[],
): readonly number[] {
  const isRepeat = (row: number) => {
    const numbers = numbersIn(grid, row, range);
    return (
      numbers.length > 0 && numbers.every((column) => grid.number(row, column) === grid.number(total, column))
    );
  };
  return after.every(isRepeat) ? after : [];
}

/** `所得金額` at the end: what the last total leaves of one before it, in every column that either states. */
function remainderOfTotals(
  grid: CellGrid,
  region: RegionSpec,
  rows: readonly number[],
  last: number,
  computed: ReadonlySet<number>,
): readonly number[] {
  const total = rows[last] ?? -1;
  const [result = -1, ...more] = rows.slice(last + 1);
  const columns = numbersIn(grid, result, region.range);
  const areStated = String(columns) === String(numbersIn(grid, total, region.range));
  if (result < 0 || more.length > 0 || !areStated || hasFewDigits(grid, result, region.columns)) return [];
  const leaves = (other: number) =>
    columns.every((column) => {
      const rest = grid.number(other, column) - grid.number(total, column);
      return Math.abs(rest - grid.number(result, column)) <= Math.abs(rest) * 1e-9 + 1e-9;
    });
  return [...computed].some((row) => row < total && leaves(row)) ? [result] : [];
}

function numbersIn(grid: CellGrid, row: number, { left, right }: CellRange): number[] {
  const columns: number[] = [];
  for (let column = left; column <= right; column++)
    if (!Number.isNaN(grid.number(row, column))) columns.push(column);
  return columns;
}

/** What follows a total and begins where it does, in a column in which no record has anything. */
function besideRecords(
  cells: SheetCells,
  { range }: RegionSpec,
  rows: readonly number[],
  last: number,
  computed: ReadonlySet<number>,
): readonly number[] {
  const after = rows.slice(last + 1);
  const labelOf = (row: number) => cells.filledInRow(row, range)[0] ?? -1;
  const label = labelOf(rows[last] ?? -1);
  const isBeside = rows.slice(0, last).every((row) => computed.has(row) || cells.isBlank(row, label));
  return isBeside && after.every((row) => labelOf(row) === label) ? after : [];
}

/** What follows a total and has its label where the records have numbers: `| | Advance | 600` and `| | To be paid | 93`. */
function labelledInValues(
  cells: SheetCells,
  { range }: RegionSpec,
  rows: readonly number[],
  last: number,
  computed: ReadonlySet<number>,
): readonly number[] {
  const after = rows.slice(last + 1);
  const records = rows.slice(0, last).filter((row) => !computed.has(row));
  const isLabelled = (row: number) => {
    const [label = -1, value = -1, ...others] = cells.filledInRow(row, range);
    return (
      others.length === 0 &&
      !cells.isNumber(row, label) &&
      cells.isNumber(row, value) &&
      [label, value].every((column) => records.every((record) => cells.isNumber(record, column)))
    );
  };
  return after.length <= mostSettled && after.every(isLabelled) ? after : [];
}

function ratiosAfter(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
  last: number,
): readonly number[] {
  const after = rows.slice(last + 1);
  const isNamed = (row: number) =>
    labelsOf(region).some((column) => {
      const label = cells.text(row, column);
      return namesRatio(label) || namesDifference(label) || namesStatistic(label);
    });
  return after.length <= mostRatios && after.every(isNamed) ? after : [];
}

/**
 * A last row that is called an average or a median, unlike any other: `Charter median`, `全国平均`. Nobody can tell what of, but
 * its numbers are between those of the records.
 */
export function closingAverage(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  const last = rows.at(-1) ?? -1;
  const records = rows.slice(0, -1);
  const isNamed = (row: number) => labelsOf(region).some((column) => namesAverage(cells.text(row, column)));
  if (records.length < leastRecords || !isNamed(last) || records.some(isNamed)) return [];
  const isBetween = (column: number) => {
    const number = grid.number(last, column);
    const others = records.map((row) => grid.number(row, column)).filter((other) => !Number.isNaN(other));
    return number >= Math.min(...others) && number <= Math.max(...others);
  };
  return numbersIn(grid, last, region.range).every(isBetween) ? [last] : [];
}

const namesAverage = (label: string) =>
  /\b(?:average|avg\.?|mean|median)$|(?:平均|中央値)$/i.test(label.normalize('NFKC').trim());

/** `VAT 21%`, `消費税（10％）`, `Shipping`: what is added to a subtotal. */
const namesCharge = (label: string) =>
  /^(?:vat|gst|(?:sales )?tax|shipping|postage|delivery|freight|discount|rounding|tva|mwst|ust|消費税|内税|外税|税額|送料|運賃|値引|お値引き?|端数)(?![a-z])/i.test(
    label.normalize('NFKC').trim(),
  );

const labelsOf = ({ columns, headerColumns }: RegionSpec) =>
  columns.slice(0, Math.max(1, headerColumns)).map(({ source }) => source);
