import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { Proposals } from './proposals.js';
import { bitsOfMatch, FARTHEST_BEYOND } from './proposals.js';

const MAX_FIELDS = 150;
const LONGEST_STRIDE = 6;
const FARTHEST_START = 8;
const MIN_PARTS = 3;
const SURPRISE = 20;
/** Distinct from those of pairs and ranges; each stride is a kind of its own. */
const FIRST_KIND = 8;

/**
 * Sums of every second, third … field: counts with their percentages in between, or men, women and both in
 * turn.
 */
export function proposeStrides(table: NumberTable, fields: readonly number[], proposals: Proposals): void {
  if (fields.length > MAX_FIELDS) return;
  const finder = new StrideFinder(table, fields, proposals);
  for (const record of proposals.recordsToLookAt()) finder.lookAt(record);
}

/** Positions below are those in `fields`, and so are the indices of the typed arrays. */
class StrideFinder {
  readonly #table: NumberTable;
  readonly #fields: readonly number[];
  readonly #proposals: Proposals;
  readonly #units: Float64Array;
  readonly #values: Float64Array;
  #hasNegatives = false;

  constructor(table: NumberTable, fields: readonly number[], proposals: Proposals) {
    this.#table = table;
    this.#fields = fields;
    this.#proposals = proposals;
    this.#units = table.finestUnits(fields);
    this.#values = new Float64Array(fields.length);
  }

  lookAt(record: number): void {
    const values = this.#values;
    const last = values.length - 1;
    this.#table.readValues(record, this.#fields, values);
    this.#hasNegatives = values.some((value) => value < 0);
    for (let target = 0; target <= last; target++) {
      // Neither a missing number nor zero.
      if (!(Math.abs(values[target] as number) > 0)) continue;
      const [after, before] = [Math.min(FARTHEST_START, last - target), Math.min(FARTHEST_START, target)];
      for (let stride = 2; stride <= LONGEST_STRIDE; stride++) {
        for (let offset = 1; offset <= after; offset++) this.#stepAway(target, stride, target + offset);
        for (let offset = 1; offset <= before; offset++) this.#stepAway(target, -stride, target - offset);
      }
    }
  }

  #stepAway(target: number, stride: number, start: number): void {
    const values = this.#values;
    const units = this.#units;
    const stated = values[target] as number;
    const farthest = this.#hasNegatives ? Number.POSITIVE_INFINITY : stated * FARTHEST_BEYOND + 2;
    let sum = 0;
    let magnitude = 0;
    let unit = units[target] as number;
    let parts = 0;
    for (let at = start; at >= 0 && at < values.length; at += stride) {
      parts++;
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      magnitude += Math.abs(value);
      unit = Math.max(unit, units[at] as number);
      if (sum > farthest) break;
      if (parts < MIN_PARTS || value === 0) continue;
      const error = Math.abs(sum - stated);
      if (error <= sumTolerance(unit, parts, magnitude)) this.#suggest(target, stride, start, at, error);
    }
    this.#proposals.addSteps(parts);
  }

  #suggest(target: number, stride: number, start: number, end: number, error: number): void {
    const fields = this.#fields;
    const field = fields[target] as number;
    const bits = bitsOfMatch(this.#values[target] as number, error, this.#table.coarsestUnit(field));
    const kind = FIRST_KIND + Math.abs(stride);
    const key = this.#proposals.keyOf(kind, field, fields[start] as number, fields[end] as number);
    if (!this.#proposals.isNews(key, bits)) return;
    const [from, to] = [Math.min(start, end), Math.max(start, end)];
    const parts = fields.filter((_, at) => at >= from && at <= to && (at - from) % stride === 0);
    this.#proposals.add(key, bits, { operator: 'Sum', target: field, parts, factor: 1, surprise: SURPRISE });
  }
}
