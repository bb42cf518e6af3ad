import type { Operator } from './aggregation.js';
import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { Proposals } from './proposals.js';
import { bitsOfMatch, FARTHEST_BEYOND } from './proposals.js';
import type { View } from './views.js';

const LONGEST_RANGE = 400;
const SURPRISE: Record<RangeOperator, number> = { Sum: 9, Average: 17 };
/** Distinct from those of pairs and strides. */
const KIND: Record<RangeOperator, number> = { Sum: 6, Average: 7 };
const SURPRISE_OF_PASSING_OVER = 6;

type RangeOperator = Exclude<Operator, 'Division' | 'RelativeChange'>;

/** Sums and averages of adjacent fields, on either side of the field that states them. */
export function proposeRanges(
  table: NumberTable,
  { fields, surprise }: View,
  proposals: Proposals,
  mostPassedOver: number,
  sumsOnly: boolean,
): void {
  for (const record of proposals.recordsToLookAt()) {
    const values = Float64Array.from(fields, (field) => table.value(record, field));
    const hasNegatives = values.some((value) => value < 0);
    for (let target = 0; target < fields.length; target++) {
      const stated = values[target] as number;
      if (Number.isNaN(stated) || stated === 0) continue;
      for (const side of [-1, 1]) {
        for (let passed = 0; passed <= mostPassedOver; passed++) {
          walk({ table, fields, surprise, values, hasNegatives, target, side, passed, sumsOnly }, proposals);
        }
      }
    }
  }
}

interface Walk extends View {
  table: NumberTable;
  values: Float64Array;
  hasNegatives: boolean;
  /** A position in `fields`. */
  target: number;
  side: number;
  passed: number;
  sumsOnly: boolean;
}

/** Adds up fields away from the target and suggests every range whose sum or mean is the stated number. */
function walk(
  { table, fields, surprise, values, hasNegatives, target, side, passed, sumsOnly }: Walk,
  proposals: Proposals,
): void {
  const field = fields[target] as number;
  const stated = values[target] as number;
  const ownUnit = table.finestUnit(field);
  let unit = ownUnit;
  let sum = 0;
  let magnitude = 0;
  let present = 0;
  let nonzero = 0;
  const from = target + side * (1 + passed);
  const end = side > 0 ? Math.min(fields.length, from + LONGEST_RANGE) : Math.max(-1, from - LONGEST_RANGE);
  for (let at = from; (end - at) * side > 0; at += side) {
    proposals.addSteps(1);
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    present++;
    sum += value;
    magnitude += Math.abs(value);
    unit = Math.max(unit, table.finestUnit(fields[at] as number));
    if (value !== 0) nonzero++;
    // Only an average can match again once the sum is too large, and it is right beside its parts.
    if ((passed > 0 || sumsOnly) && !hasNegatives && sum > stated * FARTHEST_BEYOND + 2) return;
    if (nonzero < 2) continue;
    const sumError = Math.abs(sum - stated);
    if (sumError <= sumTolerance(unit, present, magnitude)) suggest('Sum', at, sumError);
    if (sumsOnly) continue;
    const averageError = Math.abs(sum / present - stated);
    if (averageError <= ownUnit * 0.55) suggest('Average', at, averageError);
  }

  function suggest(operator: RangeOperator, to: number, error: number): void {
    const bits = bitsOfMatch(stated, error, table.coarsestUnit(field));
    proposals.suggest(KIND[operator], field, fields[from] as number, fields[to] as number, bits, () => ({
      operator,
      target: field,
      parts: side > 0 ? fields.slice(from, to + 1) : fields.slice(to, from + 1),
      factor: 1,
      surprise: surprise + SURPRISE[operator] + passed * SURPRISE_OF_PASSING_OVER,
    }));
  }
}
