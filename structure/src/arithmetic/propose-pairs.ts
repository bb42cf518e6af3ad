import type { Operator } from './aggregation.js';
import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { Proposals } from './proposals.js';
import { bitsOfMatch, MAX_RECORDS_LOOKED_AT } from './proposals.js';
import { looksLikeShare } from './shares.js';
import type { View } from './views.js';

const FARTHEST_REACH = 16;
const NEAREST_REACH = 4;
/** Where only sums are wanted, their two parts are near. */
const FARTHEST_REACH_OF_SUMS = 6;
/** The most pairs to try in total; larger tables are searched less far. */
const MAX_TRIALS = 1_000_000;
const SURPRISE: Record<PairOperator, number> = { Sum: 20, Division: 18, RelativeChange: 20 };
const SURPRISE_OF_PERCENT = 2;
const FACTORS = [1, 100] as const;
/** Distinct from those of ranges and strides; the next number is for percents. */
const KIND: Record<PairOperator, number> = { Sum: 1, Division: 2, RelativeChange: 4 };

type PairOperator = Exclude<Operator, 'Average'>;

/** Relations of three fields near each other: sum or difference, ratio or product, relative change. */
export function proposePairs(table: NumberTable, view: View, proposals: Proposals): void {
  const finder = new PairFinder(table, view, proposals);
  for (const record of proposals.recordsToLookAt()) finder.lookAt(record);
}

/** Positions below are those in `fields`, and so are the indices of the typed arrays. */
class PairFinder {
  readonly #table: NumberTable;
  readonly #fields: readonly number[];
  readonly #proposals: Proposals;
  readonly #units: Float64Array;
  readonly #isShare: readonly boolean[];
  readonly #reach: number;
  readonly #sumsOnly: boolean;
  readonly #values: Float64Array;

  constructor(table: NumberTable, { fields, sumsOnly }: View, proposals: Proposals) {
    this.#table = table;
    this.#fields = fields;
    this.#proposals = proposals;
    this.#sumsOnly = sumsOnly;
    this.#units = table.finestUnits(fields);
    this.#isShare = fields.map((field) => looksLikeShare(table, field));
    this.#values = new Float64Array(fields.length);
    const numbers = fields.length * Math.min(table.recordCount, MAX_RECORDS_LOOKED_AT);
    const affordable = Math.floor(Math.sqrt(MAX_TRIALS / numbers / 2));
    const farthest = sumsOnly ? FARTHEST_REACH_OF_SUMS : FARTHEST_REACH;
    this.#reach = Math.max(NEAREST_REACH, Math.min(farthest, affordable));
  }

  lookAt(record: number): void {
    this.#proposals.addSteps(this.#sumsOnly ? this.#fields.length * this.#reach : 0);
    this.#table.readValues(record, this.#fields, this.#values);
    // Zeros match everything and prove nothing.
    const telling: number[] = [];
    const values: number[] = [];
    for (let at = 0; at < this.#values.length; at++) {
      const value = this.#values[at] as number;
      if (!(Math.abs(value) > 0)) continue;
      telling.push(at);
      values.push(value);
    }
    const [reach, sumsOnly] = [this.#reach, this.#sumsOnly];
    for (let whole = 0; whole < telling.length; whole++) {
      const from = Math.max(0, whole - reach);
      const to = Math.min(telling.length - 1, whole + reach);
      for (let left = from; left < to; left++) {
        if (left === whole) continue;
        const rest = (values[whole] as number) - (values[left] as number);
        for (let right = left + 1; right <= to; right++) {
          // Nearly all pairs are dismissed here, so nothing is called before.
          const isSum = Math.abs(rest - (values[right] as number)) <= 2;
          if (right === whole || (!isSum && sumsOnly)) continue;
          this.#relate(telling[whole] as number, telling[left] as number, telling[right] as number, isSum);
        }
      }
    }
  }

  #relate(whole: number, left: number, right: number, isSum: boolean): void {
    const stated = this.#values[whole] as number;
    const a = this.#values[left] as number;
    const b = this.#values[right] as number;
    const error = Math.abs(a + b - stated);
    if (isSum && error <= this.#sumTolerance(whole, left, right)) {
      const scale = Math.min(Math.abs(stated), Math.abs(a), Math.abs(b));
      this.#suggest('Sum', whole, left, right, 1, scale, error);
    }
    if (this.#sumsOnly) return;
    if (a !== 1 && b !== 1) this.#relateAsProduct(whole, left, right);
    this.#relateAsRatio('RelativeChange', whole, left, right, (b - a) / a);
    this.#relateAsRatio('RelativeChange', whole, right, left, (a - b) / b);
  }

  #sumTolerance(whole: number, left: number, right: number): number {
    const units = this.#units;
    return sumTolerance(
      Math.max(units[whole] as number, units[left] as number, units[right] as number),
      2,
      0,
    );
  }

  /** Either factor of `product = left x right` may be the computed one. */
  #relateAsProduct(product: number, left: number, right: number): void {
    const share = this.#isShare;
    const leftIsTarget =
      share[left] === share[right] ? this.#choosesLeft(product, left, right) : share[left] === true;
    const target = leftIsTarget ? left : right;
    const divisor = leftIsTarget ? right : left;
    const ratio = (this.#values[product] as number) / (this.#values[divisor] as number);
    this.#relateAsRatio('Division', target, product, divisor, ratio);
  }

  /**
   * A product at the end of a line is identified by its quantity, which comes first; a ratio is finer than
   * its parts.
   */
  #choosesLeft(product: number, left: number, right: number): boolean {
    return product > right || (this.#units[left] as number) < (this.#units[right] as number);
  }

  #relateAsRatio(operator: PairOperator, target: number, first: number, second: number, ratio: number): void {
    const stated = this.#values[target] as number;
    const tolerance = (this.#units[target] as number) * 0.55 + Math.abs(stated) * 1e-4;
    for (const factor of FACTORS) {
      const error = Math.abs(ratio * factor - stated);
      if (error <= tolerance) this.#suggest(operator, target, first, second, factor, stated, error);
    }
  }

  #suggest(
    operator: PairOperator,
    target: number,
    first: number,
    second: number,
    factor: 1 | 100,
    scale: number,
    error: number,
  ): void {
    const fields = this.#fields;
    const field = fields[target] as number;
    const parts = [fields[first] as number, fields[second] as number] as const;
    const kind = KIND[operator] + (factor === 1 ? 0 : 1);
    const bits = bitsOfMatch(scale, error, this.#table.coarsestUnit(field));
    const key = this.#proposals.keyOf(kind, field, ...parts);
    if (!this.#proposals.isNews(key, bits)) return;
    // If two fields are equal, the nearer one is the part.
    const distance = Math.abs(target - first) + Math.abs(target - second);
    const surprise =
      SURPRISE[operator] + (factor === 1 ? 0 : SURPRISE_OF_PERCENT) + distance / FARTHEST_REACH;
    this.#proposals.add(key, bits, { operator, target: field, parts: [...parts], factor, surprise });
  }
}
