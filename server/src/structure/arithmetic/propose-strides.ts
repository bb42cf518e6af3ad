import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { Proposals } from './proposals.js';
import { bitsOfMatch, FARTHEST_BEYOND } from './proposals.js';

const MOST_FIELDS = 150;
const LONGEST_STRIDE = 6;
const FARTHEST_START = 8;
const FEWEST_PARTS = 3;
const SURPRISE = 20;
/** Distinct from those of pairs and ranges; each stride is a kind of its own. */
const FIRST_KIND = 8;

/**
 * Sums of every second, third … field: counts with their percentages in between, or men, women and both in
 * turn.
 */
export function proposeStrides(table: NumberTable, fields: readonly number[], proposals: Proposals): void {
  if (fields.length > MOST_FIELDS) return;
  const units = Float64Array.from(fields, (field) => table.finestUnit(field));
  for (const record of proposals.recordsToLookAt()) {
    const values = Float64Array.from(fields, (field) => table.value(record, field));
    const hasNegatives = values.some((value) => value < 0);
    for (let target = 0; target < fields.length; target++) {
      // Neither a missing number nor zero.
      if (!(Math.abs(values[target] as number) > 0)) continue;
      for (let stride = 2; stride <= LONGEST_STRIDE; stride++) {
        for (let offset = 1; offset <= FARTHEST_START; offset++) {
          stepAway(values, hasNegatives, target, stride, target + offset);
          stepAway(values, hasNegatives, target, -stride, target - offset);
        }
      }
    }
  }

  function stepAway(
    values: Float64Array,
    hasNegatives: boolean,
    target: number,
    stride: number,
    start: number,
  ): void {
    const stated = values[target] as number;
    let sum = 0;
    let magnitude = 0;
    let unit = units[target] as number;
    let parts = 0;
    for (let at = start; at >= 0 && at < fields.length; at += stride) {
      parts++;
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      magnitude += Math.abs(value);
      unit = Math.max(unit, units[at] as number);
      if (!hasNegatives && sum > stated * FARTHEST_BEYOND + 2) break;
      if (parts < FEWEST_PARTS || value === 0) continue;
      const error = Math.abs(sum - stated);
      if (error <= sumTolerance(unit, parts, magnitude)) suggest(target, stride, start, at, stated, error);
    }
    proposals.addSteps(parts);
  }

  function suggest(
    target: number,
    stride: number,
    start: number,
    end: number,
    stated: number,
    error: number,
  ): void {
    const [field, first, last] = [target, start, end].map((at) => fields[at]) as [number, number, number];
    const bits = bitsOfMatch(stated, error, table.coarsestUnit(field));
    proposals.suggest(FIRST_KIND + Math.abs(stride), field, first, last, bits, () => {
      const [from, to] = [Math.min(start, end), Math.max(start, end)];
      const parts = fields.filter((_, at) => at >= from && at <= to && (at - from) % stride === 0);
      return { operator: 'Sum', target: field, parts, factor: 1, surprise: SURPRISE };
    });
  }
}
