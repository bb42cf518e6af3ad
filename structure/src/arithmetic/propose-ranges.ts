import type { Operator } from './aggregation.js';
import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import { namesOperator } from './operation-vocabulary.js';
import type { Proposals } from './proposals.js';
import { bitsOfMatch, FARTHEST_BEYOND } from './proposals.js';
import type { View } from './views.js';

const LONGEST_RANGE = 400;
const SURPRISE: Record<RangeOperator, number> = { Sum: 9, Average: 17 };
/** Distinct from those of pairs and strides. */
const KIND: Record<RangeOperator, number> = { Sum: 6, Average: 7 };
const SURPRISE_OF_PASSING_OVER = 6;

type RangeOperator = Exclude<Operator, 'Division' | 'RelativeChange'>;

/**
 * Sums and averages of adjacent fields, on either side of the field that states them, with at most so many fields
 * in between.
 */
export function proposeRanges(
  table: NumberTable,
  view: View,
  proposals: Proposals,
  maxPassedOver: number,
): void {
  const finder = new RangeFinder(table, view, proposals, maxPassedOver);
  for (const record of proposals.recordsToLookAt()) finder.lookAt(record);
}

/** Positions below are those in the fields of the view, and so are the indices of the typed arrays. */
class RangeFinder {
  readonly #table: NumberTable;
  readonly #view: View;
  readonly #proposals: Proposals;
  readonly #maxPassedOver: number;
  /** Whether the name of a field says that it is an average. */
  readonly #isNamedAverage: readonly boolean[];
  readonly #units: Float64Array;
  readonly #values: Float64Array;
  #hasNegatives = false;

  constructor(table: NumberTable, view: View, proposals: Proposals, maxPassedOver: number) {
    this.#table = table;
    this.#view = view;
    this.#proposals = proposals;
    this.#maxPassedOver = maxPassedOver;
    this.#isNamedAverage = view.fields.map((field) => namesOperator(table.label(field), 'Average'));
    this.#units = table.finestUnits(view.fields);
    this.#values = new Float64Array(view.fields.length);
  }

  lookAt(record: number): void {
    const values = this.#values;
    this.#table.readValues(record, this.#view.fields, values);
    this.#hasNegatives = values.some((value) => value < 0);
    for (let target = 0; target < values.length; target++) {
      // Neither a missing number nor zero.
      if (!(Math.abs(values[target] as number) > 0)) continue;
      for (let passed = 0; passed <= this.#maxPassedOver; passed++) this.#walk(target, -1, passed);
      for (let passed = 0; passed <= this.#maxPassedOver; passed++) this.#walk(target, 1, passed);
    }
  }

  /** Adds up fields away from the target and suggests every range whose sum or mean is the stated number. */
  #walk(target: number, side: -1 | 1, passed: number): void {
    const values = this.#values;
    const units = this.#units;
    const { sumsOnly } = this.#view;
    const stated = values[target] as number;
    const ownUnit = units[target] as number;
    // Only an average can match again once the sum is too large, and it is right beside its parts or named.
    const mayBeAverage = !sumsOnly && (passed === 0 || this.#isNamedAverage[target] === true);
    const endsBeyond = !mayBeAverage && !this.#hasNegatives;
    const farthest = stated * FARTHEST_BEYOND + 2;
    let unit = ownUnit;
    let sum = 0;
    let magnitude = 0;
    let present = 0;
    let nonzero = 0;
    const from = target + side * (1 + passed);
    const end = side > 0 ? Math.min(values.length, from + LONGEST_RANGE) : Math.max(-1, from - LONGEST_RANGE);
    let at = from;
    for (; (end - at) * side > 0; at += side) {
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      present++;
      sum += value;
      magnitude += Math.abs(value);
      unit = Math.max(unit, units[at] as number);
      if (value !== 0) nonzero++;
      if (endsBeyond && sum > farthest) {
        at += side;
        break;
      }
      if (nonzero < 2) continue;
      const sumError = Math.abs(sum - stated);
      if (sumError <= sumTolerance(unit, present, magnitude))
        this.#suggest('Sum', target, from, at, sumError);
      if (sumsOnly) continue;
      const averageError = Math.abs(sum / present - stated);
      if (averageError <= ownUnit * 0.55) this.#suggest('Average', target, from, at, averageError);
    }
    this.#proposals.addSteps(Math.abs(at - from));
  }

  #suggest(operator: RangeOperator, target: number, from: number, to: number, error: number): void {
    const { fields, surprise } = this.#view;
    const field = fields[target] as number;
    const bits = bitsOfMatch(this.#values[target] as number, error, this.#table.coarsestUnit(field));
    const key = this.#proposals.keyOf(KIND[operator], field, fields[from] as number, fields[to] as number);
    if (!this.#proposals.isNews(key, bits)) return;
    const passed = Math.abs(from - target) - 1;
    this.#proposals.add(key, bits, {
      operator,
      target: field,
      parts: fields.slice(Math.min(from, to), Math.max(from, to) + 1),
      factor: 1,
      surprise: surprise + SURPRISE[operator] + passed * SURPRISE_OF_PASSING_OVER,
    });
  }
}
