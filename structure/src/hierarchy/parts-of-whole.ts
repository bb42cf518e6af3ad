import { writtenDecimals } from '../arithmetic/written-decimals.js';
import type { CellGrid } from '../cell-grid.js';

/** Longer lists of parts usually have another sign of belonging together. */
const maxParts = 60;
/** Rounding is spread evenly over one unit; what it adds up to is hardly ever off by more than three standard deviations. */
const deviations = 3 / Math.sqrt(12);
/** Fewer columns that agree do so since they say nearly the same. */
const agreeingShare = 0.4;

/** How many of so many columns must agree, however exactly they do. */
const minAgreeing = (columns: number) => Math.max(2, agreeingShare * columns);

/** What it takes to believe that rows are parts of another one. */
export interface SumProof {
  /** How rare a coincidence it must be that they add up to it, beyond there being so many rows: 10 for one in a thousand tables. */
  minBits: number;
  /** How much a column that disagrees takes away from that: it may have averages or shares, which do not add up. */
  contraryBits: number;
  /** How far a sum may be off beyond rounding, relative to the whole: figures are revised, and small parts left out. */
  slack: number;
}

/** How far the sum of so many parts may be off by rounding. */
export const roundingOf = (unit: number, parts: number) => unit * deviations * Math.sqrt(parts + 1);

/** The numbers of some rows in one column. */
export class NumberColumn {
  readonly numbers: Float64Array;
  /** The last digit that is written of each. */
  readonly units: Float64Array;
  readonly hasNegative: boolean;
  readonly #isBlank: Uint8Array;

  constructor(grid: CellGrid, rows: readonly number[], column: number) {
    this.numbers = Float64Array.from(rows, (row) => grid.number(row, column));
    this.units = this.numbers.map((number) => 10 ** -writtenDecimals(number));
    this.hasNegative = this.numbers.some((number) => number < 0);
    this.#isBlank = Uint8Array.from(rows, (row) => (grid.isEmpty(row, column) ? 1 : 0));
  }

  isWithheld(at: number): boolean {
    return Number.isNaN(this.numbers[at]) && this.#isBlank[at] === 0;
  }
}

/** The places of the rows below one that add up to it, or none. `behind` tells the place that follows a part and its own parts. */
export function partsOf(
  columns: readonly NumberColumn[],
  whole: number,
  behind: (part: number) => number,
  proof: SumProof,
): number[] {
  const sums = columns.flatMap((column) =>
    Number.isNaN(column.numbers[whole]) ? [] : [new ColumnSum(column, whole, proof.slack)],
  );
  const end = columns[0]?.numbers.length ?? 0;
  const parts: number[] = [];
  let best: Agreement & { count: number } = { agreeing: 0, error: Number.POSITIVE_INFINITY, count: 0 };
  for (let part = whole + 1; part < end && parts.length < maxParts; part = behind(part)) {
    parts.push(part);
    for (const sum of sums) sum.add(part);
    const found = parts.length > 1 ? agreementOf(sums, end, proof) : undefined;
    // Within rounding, the smallest part may seem to be missing or one row too many to be a part; what adds nothing is one.
    if (found && isNoWorse(found, best) && columns.some(({ numbers }) => !Number.isNaN(numbers[part])))
      best = { ...found, count: parts.length };
    else if (found === undefined && best.count > 0) break;
    if (sums.filter((sum) => !sum.isExceeded).length < minAgreeing(sums.length)) break;
  }
  return parts.slice(0, best.count);
}

interface Agreement {
  /** In how many columns the parts make up the whole. */
  agreeing: number;
  /** How far they are off there, in units. */
  error: number;
}

const isNoWorse = (one: Agreement, other: Agreement) =>
  one.agreeing > other.agreeing || (one.agreeing === other.agreeing && one.error <= other.error + 1e-9);

function agreementOf(
  sums: readonly ColumnSum[],
  rowCount: number,
  { minBits, contraryBits }: SumProof,
): Agreement | undefined {
  const telling = sums.filter((sum) => sum.isTelling);
  const agreeing = telling.filter((sum) => sum.agrees);
  const contrary = telling.filter((sum) => !sum.agrees);
  // What is withheld of a part leaves the sum open, and speaks half as much against it.
  const against = contrary.reduce((count, { isKnown }) => count + (isKnown ? 1 : 0.5), 0);
  if (agreeing.length < minAgreeing(agreeing.length + against)) return undefined;
  const chances = Math.log2(rowCount) + contraryBits * against;
  const bits = agreeing.reduce((known, sum) => known + sum.bits, 0) - chances;
  const error = agreeing.reduce((off, sum) => off + sum.error, 0);
  return bits >= minBits ? { agreeing: agreeing.length, error } : undefined;
}

/** The sum of the parts in a column, as far as they are added. */
class ColumnSum {
  readonly #column: NumberColumn;
  readonly #whole: number;
  readonly #slack: number;
  #unit: number;
  #sum = 0;
  #count = 0;
  #isKnown = true;

  constructor(column: NumberColumn, whole: number, slack: number) {
    this.#column = column;
    this.#whole = column.numbers[whole] ?? Number.NaN;
    this.#unit = column.units[whole] ?? 1;
    this.#slack = Math.abs(this.#whole) * Math.max(slack, 1e-9);
  }

  add(part: number): void {
    const number = this.#column.numbers[part] ?? Number.NaN;
    this.#count++;
    this.#isKnown &&= !this.#column.isWithheld(part);
    if (Number.isNaN(number)) return;
    this.#sum += number;
    this.#unit = Math.min(this.#unit, this.#column.units[part] ?? 1);
  }

  /** What is hardly more than rounding agrees with anything, and noughts with each other. */
  get isTelling(): boolean {
    return Math.max(Math.abs(this.#whole), Math.abs(this.#sum)) > 2 * this.#tolerance;
  }

  /** Whether nothing is withheld of any part. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get agrees(): boolean {
    return Math.abs(this.#sum - this.#whole) <= this.#tolerance;
  }

  /** Whether further parts cannot make it agree. */
  get isExceeded(): boolean {
    return !this.#column.hasNegative && this.#sum > this.#whole + this.#tolerance;
  }

  get error(): number {
    return Math.abs(this.#sum - this.#whole) / this.#unit;
  }

  /** The closer it is, the less it is a coincidence. */
  get bits(): number {
    return Math.max(0, Math.log2(Math.abs(this.#whole) / (this.#unit * Math.max(1, 2 * this.error))));
  }

  get #tolerance(): number {
    return Math.max(roundingOf(this.#unit, this.#count), this.#slack);
  }
}
