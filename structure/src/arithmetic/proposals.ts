import type { Pattern } from './aggregation.js';
import { patternKey } from './aggregation.js';
import type { NumberTable } from './number-table.js';

export const MAX_RECORDS_LOOKED_AT = 300;
/** Once a sum of positive numbers is this much larger than the stated one, no rounding makes up for it. */
export const FARTHEST_BEYOND = 1.01;
/** A match of small numbers is too likely a coincidence to be kept. */
const MIN_BITS = 1.5;
const STEPS_OF_A_PATTERN = 50;

/** Patterns that single records suggest, with the evidence of all records for each, in bits. */
export class Proposals {
  readonly #recordCount: number;
  readonly #fieldCount: number;
  readonly #maxSteps: number;
  #steps = 0;
  readonly #proposed = new Map<number, { pattern: Pattern; bits: number }>();

  constructor(table: NumberTable, maxSteps: number) {
    this.#maxSteps = maxSteps;
    this.#recordCount = table.recordCount;
    this.#fieldCount = table.fieldCount;
  }

  /**
   * All records, or evenly spread ones of a long table: a pattern worth finding occurs in many. Ends early
   * when they take too many steps.
   */
  *recordsToLookAt(): Generator<number> {
    this.#steps = 0;
    const count = Math.min(this.#recordCount, MAX_RECORDS_LOOKED_AT);
    for (let at = 0; at < count && this.#steps < this.#maxSteps; at++) {
      yield Math.floor((spreadOut(at, count) * this.#recordCount) / count);
    }
  }

  /** Adds the work that one record took. */
  addSteps(steps: number): void {
    this.#steps += steps;
  }

  /** Kind and three fields identify a pattern. */
  keyOf(kind: number, a: number, b: number, c: number): number {
    return ((kind * this.#fieldCount + a) * this.#fieldCount + b) * this.#fieldCount + c;
  }

  /** Whether a match proposes a pattern that no other has; what it is worth counts for one that is known. */
  isNews(key: number, bits: number): boolean {
    if (bits < MIN_BITS) return false;
    const proposal = this.#proposed.get(key);
    if (proposal) proposal.bits += bits;
    return proposal === undefined;
  }

  add(key: number, bits: number, pattern: Pattern): void {
    this.#proposed.set(key, { pattern, bits });
    this.#steps += STEPS_OF_A_PATTERN;
  }

  /**
   * Those that may still turn out not to be coincidences, each once and in its least surprising arrangement.
   */
  *promising(leniency: number): Generator<Pattern> {
    const yielded = new Set<string>();
    const plainFirst = [...this.#proposed.values()].sort((a, b) => a.pattern.surprise - b.pattern.surprise);
    for (const { pattern, bits } of plainFirst) {
      if (bits < pattern.surprise - leniency) continue;
      const key = patternKey(pattern);
      if (yielded.has(key)) continue;
      yielded.add(key);
      yield pattern;
    }
  }
}

/** Counts to `count` in long strides, so that the first few come from everywhere. */
function spreadOut(at: number, count: number): number {
  const stride = strides.find((prime) => count % prime !== 0 && count > prime) ?? 1;
  return (at * stride) % count;
}

const strides = [37, 17, 7, 3];

/** How many bits a match of this size is worth: one in how many would match by chance. */
export function bitsOfMatch(scale: number, error: number, unit: number): number {
  return Math.log2(Math.abs(scale) / (2 * Math.abs(error) + unit));
}
