import type { Pattern } from './aggregation.js';
import type { Outcome } from './compute.js';
import { compute } from './compute.js';
import type { NumberTable } from './number-table.js';
import { namesOperator } from './operation-vocabulary.js';

/** A pattern with the records in which it holds, in order; the score is in bits beyond coincidence. */
export interface Finding {
  pattern: Pattern;
  records: number[];
  score: number;
}

const MAX_BITS_OF_A_RECORD = 14;
const MAX_BITS = 90;
const FAILURE = -6;
/** How much a run of records may lose before it counts as ended. */
const PATIENCE = 30;
/** What a name such as `Total` is worth. */
export const NAMED = 6;
const SAMPLE = 200;
const MIN_COVERAGE = 0.5;
/** For all exceptions together; nothing if a pattern always holds. */
const SURPRISE_OF_EXCEPTIONS = 30;
/** Where nearly all records agree exactly, the others are not roundings but mistakes or coincidences. */
const EXACT_SHARE = 0.8;

interface Judged {
  record: number;
  bits: number;
}

interface Run {
  bits: number;
  records: number[];
}

/** Undefined where chance explains the matches just as well. */
export function weigh(
  table: NumberTable,
  pattern: Pattern,
  ratioRecords: ReadonlySet<number>,
): Finding | undefined {
  if (!holdsInSample(table, pattern)) return undefined;
  const named = namesOperator(table.label(pattern.target), pattern.operator) ? NAMED : 0;
  const judged = judgeRecords(table, pattern).filter(
    // Percentages do not add up, and need not.
    ({ record, bits }) => bits >= 0 || pattern.operator !== 'Sum' || !ratioRecords.has(record),
  );
  const runs = findRuns(judged).filter((run) => run.bits > 0);
  const best = runs.reduce((most, run) => Math.max(most, run.bits), 0);
  // Once proven in one stretch of records, a pattern needs less evidence in another.
  const records = runs.filter((run) => run.bits >= best / 4).flatMap((run) => run.records);
  const coverage = records.length / judged.length;
  if (coverage < MIN_COVERAGE) return undefined;
  const needed = pattern.surprise - named + (1 - coverage) * SURPRISE_OF_EXCEPTIONS;
  return best < needed ? undefined : { pattern, records, score: Math.min(best, MAX_BITS) - needed };
}

/** Skips, in long tables, patterns that a few records suggested by coincidence. */
function holdsInSample(table: NumberTable, pattern: Pattern): boolean {
  if (table.recordCount <= SAMPLE) return true;
  let holds = 0;
  let fails = 0;
  for (let at = 0; at < SAMPLE; at++) {
    const outcome = compute(table, pattern, Math.floor((at * table.recordCount) / SAMPLE));
    if (outcome === undefined) continue;
    if (outcome.error <= outcome.tolerance) holds++;
    else fails++;
  }
  return holds * 4 >= fails;
}

function judgeRecords(table: NumberTable, pattern: Pattern): Judged[] {
  const unit = table.coarsestUnit(pattern.target);
  const records: number[] = [];
  const outcomes: Outcome[] = [];
  let telling = 0;
  let exact = 0;
  for (let record = 0; record < table.recordCount; record++) {
    const outcome = compute(table, pattern, record);
    if (outcome === undefined) continue;
    records.push(record);
    outcomes.push(outcome);
    if (outcome.error > outcome.tolerance || outcome.odds === 0) continue;
    telling++;
    if (isExact(outcome, unit)) exact++;
  }
  const exactOnly = pattern.operator === 'Sum' && exact >= EXACT_SHARE * telling;
  const proportions = outcomes.map((outcome, at) => {
    const holds = outcome.error <= outcome.tolerance && (!exactOnly || isExact(outcome, unit));
    return holds ? proportionOf(table, pattern, records[at] as number) : undefined;
  });
  const repeats = new Repeats(pattern, proportions);
  return outcomes.map(({ odds }, at) => {
    const record = records[at] as number;
    const proportion = proportions[at];
    if (proportion === undefined) return { record, bits: FAILURE };
    const bits = Math.min(MAX_BITS_OF_A_RECORD, Math.max(0, Math.log2(odds)));
    return { record, bits: Math.min(bits, repeats.maxBits(proportion)) };
  });
}

/** What a record can prove that has the proportions of a record before. */
class Repeats {
  readonly #isRatio: boolean;
  readonly #all: number;
  readonly #counts = new Map<number, number>();
  readonly #seen = new Set<number>();

  constructor({ operator }: Pattern, proportions: readonly (number | undefined)[]) {
    this.#isRatio = operator === 'Division' || operator === 'RelativeChange';
    this.#all = proportions.length;
    for (const proportion of proportions)
      if (proportion !== undefined) this.#counts.set(proportion, (this.#counts.get(proportion) ?? 0) + 1);
  }

  /**
   * Once the parts of one month fit, those of a month with the same proportions must fit too. But a ratio stated
   * again still tells that it is stated where its parts are, the rarer it is the more.
   */
  maxBits(proportion: number): number {
    if (!this.#seen.has(proportion)) {
      this.#seen.add(proportion);
      return Number.POSITIVE_INFINITY;
    }
    return this.#isRatio ? Math.log2(this.#all / (this.#counts.get(proportion) ?? 1)) : 0;
  }
}

/** Equal for records that prove the same thing. */
function proportionOf(table: NumberTable, { operator, target, parts }: Pattern, record: number): number {
  const stated = table.value(record, target);
  if (operator === 'Division' || operator === 'RelativeChange') return stated;
  const telling = parts.find((part) => Math.abs(table.value(record, part)) > 0) ?? target;
  return Math.round((1e4 * table.value(record, telling)) / stated);
}

function isExact({ error, tolerance }: Outcome, unit: number): boolean {
  return error <= Math.min(tolerance, unit / 10);
}

/**
 * Stretches of records in which matches outweigh failures; each of several stacked tables has its own
 * patterns.
 */
function findRuns(judged: readonly Judged[]): Run[] {
  const runs: Run[] = [];
  let start = 0;
  while (start < judged.length) {
    let bits = 0;
    let best = 0;
    let end = start;
    let next = start;
    for (; next < judged.length && bits >= Math.max(0, best - PATIENCE); next++) {
      bits += judged[next]?.bits ?? 0;
      if (bits >= best && bits >= 0) {
        best = bits;
        end = next + 1;
      }
    }
    const records = judged.slice(start, end).filter((one) => one.bits >= 0);
    if (records.length > 0) runs.push({ bits: best, records: records.map((one) => one.record) });
    start = Math.max(end, start + 1);
  }
  return runs;
}
