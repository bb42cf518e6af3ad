import { type NumberColumn, roundingOf } from './parts-of-whole.js';

/** How rare a coincidence it must be that the parts add up, beyond there being so many ways to choose them. */
const minBits = 16;
/** Each way that is tried takes time, and makes a coincidence likelier. */
const maxTried = 500;
const maxRows = 60;
/** In so many columns it is looked whether the parts may still add up; in all of them whether they do. */
const leadingColumns = 4;

/** The parts of a row, each with the rows behind it that say more of it. */
type DetailedParts = Map<number, number[]>;

/**
 * The rows below one that add up to it in every column, if others between them are details of the part above, and no more than it:
 * `Wheat` and `Corn` of `Grain`, where other grain is not shown.
 */
export function partsWithDetails(
  columns: readonly NumberColumn[],
  whole: number,
  behind: (part: number) => number,
): DetailedParts | undefined {
  const known = columns.filter(({ numbers, hasNegative }) => !hasNegative && (numbers[whole] ?? 0) > 0);
  if (known.length < 2) return undefined;
  const places: number[] = [];
  const end = columns[0]?.numbers.length ?? 0;
  for (let at = whole + 1; at < end && places.length < maxRows; at = behind(at)) places.push(at);
  return new Search(known, whole, places).run();
}

class Search {
  readonly #places: readonly number[];
  readonly #columns: readonly PartialSum[];
  readonly #leading: readonly PartialSum[];
  /** The places of the parts so far. */
  readonly #parts: number[] = [];
  #tried = 0;

  constructor(columns: readonly NumberColumn[], whole: number, places: readonly number[]) {
    this.#places = places;
    this.#columns = columns.map((column) => new PartialSum(column, whole, places));
    this.#leading = this.#columns.slice(0, leadingColumns);
  }

  run(): DetailedParts | undefined {
    const length = this.#lengthFrom(0, -1);
    if (length === undefined) return undefined;
    const parts: DetailedParts = new Map(this.#parts.map((at) => [this.#places[at] as number, []]));
    for (let [at, part] = [0, -1]; at < length; at++) {
      if (this.#parts.includes(at)) part = this.#places[at] as number;
      else parts.get(part)?.push(this.#places[at] as number);
    }
    return parts;
  }

  /** How many rows make up the whole, where those before `at` are told apart; `last` is the last part. */
  #lengthFrom(at: number, last: number): number | undefined {
    const count = this.#parts.length;
    if (count > 1 && this.#columns.every((column) => column.agrees(this.#parts)))
      return this.#isClear() ? at : undefined;
    if (at === this.#places.length || ++this.#tried > maxTried) return undefined;
    if (!this.#leading.every((column) => column.mayAgree(this.#parts, at))) return undefined;
    this.#parts.push(at);
    const length = this.#leading.every((column) => column.isWithin(this.#parts))
      ? this.#lengthFrom(at + 1, at)
      : undefined;
    if (length !== undefined) return length;
    this.#parts.length = count;
    return last >= 0 && this.#columns.every((column) => column.mayBeDetails(last, at))
      ? this.#lengthFrom(at + 1, last)
      : undefined;
  }

  #isClear(): boolean {
    const bits = this.#columns.reduce((known, column) => known + column.bits(this.#parts.length), 0);
    return bits >= minBits + Math.log2(this.#tried);
  }
}

/** What some rows of a column add up to. */
class PartialSum {
  readonly #whole: number;
  readonly #unit: number;
  readonly #numbers: readonly number[];
  /** The sum of all rows before each place. */
  readonly #before: number[] = [0];

  constructor({ numbers, units }: NumberColumn, whole: number, places: readonly number[]) {
    this.#whole = numbers[whole] as number;
    this.#unit = places.reduce((least, at) => Math.min(least, units[at] ?? 1), units[whole] ?? 1);
    this.#numbers = places.map((at) => numbers[at] || 0);
    for (const number of this.#numbers) this.#before.push((this.#before.at(-1) as number) + number);
  }

  agrees(parts: readonly number[]): boolean {
    return Math.abs(this.#sum(parts) - this.#whole) <= roundingOf(this.#unit, parts.length);
  }

  isWithin(parts: readonly number[]): boolean {
    return this.#sum(parts) <= this.#whole + roundingOf(this.#unit, parts.length);
  }

  /** Whether there is enough left from a place on. */
  mayAgree(parts: readonly number[], at: number): boolean {
    return (
      this.#sum(parts) + this.#between(at, this.#numbers.length) >=
      this.#whole - roundingOf(this.#unit, maxRows)
    );
  }

  /** Whether a part has room for the rows behind it, up to a place. */
  mayBeDetails(part: number, at: number): boolean {
    return this.#between(part + 1, at + 1) <= (this.#numbers[part] as number);
  }

  bits(count: number): number {
    return Math.max(0, Math.log2(this.#whole / (2 * roundingOf(this.#unit, count))));
  }

  #sum(parts: readonly number[]): number {
    return parts.reduce((sum, at) => sum + (this.#numbers[at] as number), 0);
  }

  #between(from: number, to: number): number {
    return (this.#before[to] as number) - (this.#before[from] as number);
  }
}
