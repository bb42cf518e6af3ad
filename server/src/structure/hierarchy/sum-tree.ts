import type { CellGrid } from '../cell-grid.js';
import { mostParts } from './leading-sums.js';
import { haveSameNumbers } from './release-parts.js';

/** How rare a coincidence it must be that rows add up to the one above them: one in a million. */
const leastBits = 20;
/** Some of the columns may have averages or shares, which do not add up. */
const leastAgreeing = 0.75;
const leastNested = 0.8;
const mostDecimals = 6;

/**
 * For each row the place of the one above it whose parts it is one of, where nothing but numbers tells it, or undefined. A part may
 * have parts of its own: `Goods` of `Cars` and `Others`, where `Cars` is `New` and `Used`.
 */
export function sumTree(
  grid: CellGrid,
  rows: readonly number[],
  columns: readonly number[],
): (number | undefined)[] {
  const parents: (number | undefined)[] = rows.map(() => undefined);
  /** The place behind the last row of each row's tree. */
  const ends = rows.map((_, at) => at + 1);
  const repeats = rows.map(
    (row, at) => at > 0 && haveSameNumbers(grid, rows[at - 1] as number, row, columns),
  );
  /** Where the parts of the same whole go on behind a part, which may have a single part with the same numbers. */
  const behind = (at: number, isOnly: boolean) => {
    const end = ends[at] as number;
    return isOnly && end === at + 1 && repeats[end] ? end + 1 : end;
  };
  for (let at = rows.length - 3; at >= 0; at--)
    for (const isOnly of [false, true]) {
      const next = (part: number) => behind(part, isOnly);
      const parts = partsOf(grid, rows, columns, at, next);
      if (parts.length === 0) continue;
      for (const part of parts) {
        parents[part] = at;
        if (next(part) > (ends[part] as number)) parents[part + 1] = part;
      }
      ends[at] = next(parts.at(-1) as number);
      break;
    }
  return parents;
}

/** Whether wholes and parts make up most of a table, or one tree of several levels all of it. */
export function areLevels(parents: readonly (number | undefined)[]): boolean {
  const wholes = new Set(parents);
  wholes.delete(undefined);
  const isOneTree = wholes.size > 1 && parents.every((parent, at) => at === 0 || parent !== undefined);
  const nested = parents.filter((parent, at) => parent !== undefined || wholes.has(at)).length;
  return isOneTree || (wholes.size > 1 && nested >= leastNested * parents.length);
}

function partsOf(
  grid: CellGrid,
  rows: readonly number[],
  columns: readonly number[],
  at: number,
  behind: (part: number) => number,
): number[] {
  const whole = rows[at] as number;
  const sums = columns
    .map((column) => new ColumnSum(grid, column, grid.number(whole, column)))
    .filter(({ whole }) => !Number.isNaN(whole));
  const parts: number[] = [];
  let found: { count: number; agreeing: number } | undefined;
  for (let next = at + 1; next < rows.length && parts.length < mostParts; next = behind(next)) {
    parts.push(next);
    for (const sum of sums) sum.add(rows[next] as number);
    const agreeing = parts.length > 1 ? countAgreeing(sums) : 0;
    // What adds hardly anything to the parts is one of them.
    if (agreeing > 0 && agreeing >= (found?.agreeing ?? 1)) found = { count: parts.length, agreeing };
    else if (found || sums.filter((sum) => sum.isExceeded).length > (1 - leastAgreeing) * sums.length) break;
  }
  return parts.slice(0, found?.count ?? 0);
}

/** In how many columns the parts make up the whole; 0 if that may be a coincidence. */
function countAgreeing(sums: readonly ColumnSum[]): number {
  const telling = sums.filter((sum) => sum.isTelling);
  const agreeing = telling.filter((sum) => sum.agrees);
  if (agreeing.length < 2 || agreeing.length < leastAgreeing * telling.length) return 0;
  return agreeing.reduce((bits, sum) => bits + sum.bits, 0) >= leastBits ? agreeing.length : 0;
}

/** The sum of the parts in a column, as far as they are added. */
class ColumnSum {
  readonly whole: number;
  readonly #grid: CellGrid;
  readonly #column: number;
  #sum = 0;
  #count = 0;
  #unit: number;
  #isKnown = true;
  #hasNegative = false;

  constructor(grid: CellGrid, column: number, whole: number) {
    this.#grid = grid;
    this.#column = column;
    this.whole = whole;
    this.#unit = unitOf(whole);
  }

  add(row: number): void {
    const number = this.#grid.number(row, this.#column);
    this.#count++;
    if (Number.isNaN(number)) {
      this.#isKnown &&= this.#grid.isEmpty(row, this.#column);
      return;
    }
    this.#sum += number;
    this.#unit = Math.min(this.#unit, unitOf(number));
    this.#hasNegative ||= number < 0;
  }

  /** What is withheld of one part leaves the sum open; noughts tell nothing. */
  get isTelling(): boolean {
    return this.#isKnown && (this.whole !== 0 || this.#sum !== 0);
  }

  get agrees(): boolean {
    return Math.abs(this.#sum - this.whole) <= this.#tolerance;
  }

  /** Whether further parts cannot make it agree. */
  get isExceeded(): boolean {
    return !this.#hasNegative && this.#sum > this.whole + this.#tolerance;
  }

  get bits(): number {
    return Math.max(0, Math.log2(Math.abs(this.whole) / (2 * this.#tolerance)));
  }

  /** Each part may be rounded, as the whole. */
  get #tolerance(): number {
    return (this.#unit * (this.#count + 1)) / 2 + Math.abs(this.whole) * 1e-9;
  }
}

/** The last digit that is written of a number. */
function unitOf(number: number): number {
  let decimals = 0;
  while (decimals < mostDecimals && Math.abs(number - Number(number.toFixed(decimals))) > 1e-9) decimals++;
  return 10 ** -decimals;
}
