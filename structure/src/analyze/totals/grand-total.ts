import type { ComputedLine } from '../../arithmetic/operation.js';
import { writtenDecimals } from '../../arithmetic/written-decimals.js';
import type { CellGrid } from '../../cell-grid.js';
import { sumOfRows } from './sum-of-rows.js';

/** Fewer rows are often figures that make each other up, as sales are costs and profit. */
const minParts = 3;
const minColumns = 2;
/** What all columns together must tell: as rare a coincidence as one in a thousand millions. */
const minBits = 30;

/**
 * A first or last row that is the sum of all other rows, whatever it is called: `Australia` above or below its states. Other columns
 * may have averages and ratios, which are no greater than those of all other rows.
 */
export function grandTotal(
  grid: CellGrid,
  rows: readonly number[],
  columns: readonly number[],
): ComputedLine | undefined {
  if (rows.length <= minParts) return undefined;
  const sums = columns.map((column) => readColumn(grid, rows, column));
  const ends = [rows.length - 1, 0].filter((end) => isWhole(sums, rows.length, end === 0));
  const line = rows[ends[0] ?? -1];
  return line === undefined
    ? undefined
    : sumOfRows(
        line,
        rows.filter((row) => row !== line),
      );
}

interface ColumnSum {
  first: number;
  last: number;
  sum: number;
  count: number;
  hasNegative: boolean;
  /** The two greatest numbers. */
  greatest: [number, number];
  /** The last digit that is written. */
  unit: number;
}

function readColumn(grid: CellGrid, rows: readonly number[], column: number): ColumnSum {
  const numbers = rows.map((row) => grid.number(row, column));
  const known = numbers.filter((number) => !Number.isNaN(number));
  let [most, next, sum] = [0, 0, 0];
  let decimals = 0;
  for (const number of known) {
    sum += number;
    if (number > most) [most, next] = [number, most];
    else if (number > next) next = number;
    decimals = Math.max(decimals, writtenDecimals(number));
  }
  return {
    first: numbers[0] ?? Number.NaN,
    last: numbers.at(-1) ?? Number.NaN,
    sum,
    count: known.length,
    hasNegative: known.some((number) => number < 0),
    greatest: [most, next],
    unit: 10 ** -decimals,
  };
}

function isWhole(columns: readonly ColumnSum[], rowCount: number, isFirst: boolean): boolean {
  let bits = 0;
  const agreeing = new Set<number>();
  for (const { first, last, sum, count, hasNegative, greatest, unit } of columns) {
    const whole = isFirst ? first : last;
    if (hasNegative) return false;
    if (Number.isNaN(whole) || whole === 0) continue;
    const parts = sum - whole;
    // Each part may be rounded, and the whole to fewer digits.
    const tolerance = (unit * (count - 1) + 10 ** -writtenDecimals(whole)) / 2;
    const off = Math.abs(parts - whole);
    if (off <= tolerance && greatest[1] < whole) {
      // The closer it is, the less it is a coincidence.
      if (!agreeing.has(whole)) bits += Math.max(0, Math.log2(whole / (2 * Math.max(off, unit / 2))));
      agreeing.add(whole);
    } else if (whole === greatest[0] && whole > greatest[1]) {
      // Where numbers of some rows are withheld, the others do not make up the whole.
      if (count === rowCount || parts > whole) return false;
    }
  }
  return agreeing.size >= minColumns && bits >= minBits;
}
