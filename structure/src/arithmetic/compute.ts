import type { Pattern } from './aggregation.js';
import type { NumberTable } from './number-table.js';

/** A pattern in one record: the stated number and the one computed from its parts. */
export interface Outcome {
  error: number;
  tolerance: number;
  /** Among how many numbers this one came out; 1 or less where a match proves nothing. */
  odds: number;
}

/** Undefined where the record lacks the target or has too few parts. */
export function compute(table: NumberTable, pattern: Pattern, record: number): Outcome | undefined {
  const stated = table.value(record, pattern.target);
  if (Number.isNaN(stated)) return undefined;
  switch (pattern.operator) {
    case 'Sum':
      return computeSum(table, pattern, record, stated);
    case 'Average':
      return computeAverage(table, pattern, record, stated);
    case 'Division':
    case 'RelativeChange':
      return computeRatio(table, pattern, record, stated);
  }
}

function computeSum(
  table: NumberTable,
  { target, parts }: Pattern,
  record: number,
  stated: number,
): Outcome | undefined {
  let sum = 0;
  let magnitude = 0;
  let largest = 0;
  let unit = table.finestUnit(target);
  let present = 0;
  let spread = table.spread(target);
  for (const part of parts) {
    const value = table.value(record, part);
    if (Number.isNaN(value)) continue;
    present++;
    sum += value;
    magnitude += Math.abs(value);
    largest = Math.max(largest, Math.abs(value));
    unit = Math.max(unit, table.finestUnit(part));
    spread = Math.max(spread, table.spread(part));
  }
  // Nothing adds up to zero.
  if (present === 0 && stated !== 0) return undefined;
  const error = Math.abs(stated - sum);
  // One large part beside small ones is nearly the sum by itself, and fields that hardly vary always nearly
  // fit.
  const scale = Math.min(Math.abs(stated), magnitude - largest, spread);
  const unitOfTarget = table.coarsestUnit(target);
  return {
    error,
    tolerance: sumTolerance(unit, present, magnitude),
    odds: (scale + unitOfTarget) / (2 * error + unitOfTarget),
  };
}

/** Roundings of the parts add up like a random walk, not to the worst case. */
export function sumTolerance(unit: number, parts: number, magnitude: number): number {
  return unit * (0.51 + 0.5 * Math.sqrt(parts)) + magnitude * 1e-9;
}

function computeAverage(
  table: NumberTable,
  pattern: Pattern,
  record: number,
  stated: number,
): Outcome | undefined {
  let sum = 0;
  let present = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let partUnit = 0;
  for (const part of pattern.parts) {
    const value = table.value(record, part);
    if (Number.isNaN(value)) continue;
    present++;
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
    partUnit = Math.max(partUnit, table.coarsestUnit(part));
  }
  if (present < 2) return undefined;
  const error = Math.abs(stated - sum / present);
  // The mean of two whole numbers is a whole or a half, however many decimals it is shown with.
  const unit = Math.max(table.coarsestUnit(pattern.target), partUnit / present);
  return {
    error,
    tolerance: table.finestUnit(pattern.target) * 0.55 + Math.abs(stated) * 1e-9,
    odds: (most - least) / (2 * error + unit),
  };
}

function computeRatio(
  table: NumberTable,
  pattern: Pattern,
  record: number,
  stated: number,
): Outcome | undefined {
  const [first, second] = pattern.parts as [number, number];
  const a = table.value(record, first);
  const b = table.value(record, second);
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  const relative = pattern.operator === 'RelativeChange';
  const divisor = relative ? a : b;
  if (divisor === 0) return undefined;
  const ratio = pattern.factor * (relative ? (b - a) / a : a / b);
  const dividendSlack = fractionSlack(table.finestUnit(relative ? second : first));
  const divisorSlack = fractionSlack(table.finestUnit(relative ? first : second));
  const slack = (pattern.factor * dividendSlack + Math.abs(ratio) * divisorSlack) / Math.abs(divisor);
  const error = Math.abs(stated - ratio);
  // Zero divided, or a number divided by itself or by one, always matches.
  const shows = a !== 0 && a !== b && Math.abs(divisor) !== 1;
  // Small whole numbers form few different ratios.
  const ratios =
    ((Math.abs(relative ? b - a : a) / table.coarsestUnit(first)) * Math.abs(b)) / table.coarsestUnit(second);
  const odds = Math.min(Math.abs(stated) / (2 * error + table.coarsestUnit(pattern.target)), ratios / 4);
  return {
    error,
    tolerance: table.finestUnit(pattern.target) * 0.55 + slack + Math.abs(stated) * 1e-9,
    odds: shows ? odds : 0,
  };
}

/** Whole numbers are counts and exact; fractions were rounded. */
function fractionSlack(unit: number): number {
  return unit < 1 ? unit / 2 : 0;
}
