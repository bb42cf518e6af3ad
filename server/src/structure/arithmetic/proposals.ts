import type { Pattern } from './aggregation.js';
import { patternKey } from './aggregation.js';
import type { NumberTable } from './number-table.js';

export const MOST_RECORDS_LOOKED_AT = 300;
/** A match of small numbers is too likely a coincidence to be remembered. */
const FEWEST_BITS = 1.5;

/** Patterns that single records suggest, with the bits that all records together speak for each. */
export class Proposals {
  readonly #fieldCount: number;
  readonly #proposed = new Map<number, { pattern: Pattern; bits: number }>();

  constructor(table: NumberTable) {
    this.#fieldCount = table.fieldCount;
  }

  /** Kind and three fields tell patterns apart; the pattern is made only when it is first suggested. */
  suggest(kind: number, a: number, b: number, c: number, bits: number, make: () => Pattern): void {
    if (bits < FEWEST_BITS) return;
    const key = ((kind * this.#fieldCount + a) * this.#fieldCount + b) * this.#fieldCount + c;
    const proposal = this.#proposed.get(key);
    if (proposal) proposal.bits += bits;
    else this.#proposed.set(key, { pattern: make(), bits });
  }

  /** Those that could still turn out to be no coincidence, each once and in its least surprising arrangement. */
  *promising(leniency: number): Generator<Pattern> {
    const told = new Set<string>();
    const plainFirst = [...this.#proposed.values()].sort((a, b) => a.pattern.surprise - b.pattern.surprise);
    for (const { pattern, bits } of plainFirst) {
      if (bits < pattern.surprise - leniency) continue;
      const key = patternKey(pattern);
      if (told.has(key)) continue;
      told.add(key);
      yield pattern;
    }
  }
}

/** All records, or evenly spread ones of a long table: a pattern worth finding shows in many. */
export function* recordsToLookAt(table: NumberTable): Generator<number> {
  const step = Math.max(1, table.recordCount / MOST_RECORDS_LOOKED_AT);
  for (let at = 0; at < table.recordCount; at += step) yield Math.floor(at);
}

/** How many bits a match of this size is worth: one in how many would match by chance. */
export function bitsOfMatch(scale: number, error: number, unit: number): number {
  return Math.log2(Math.abs(scale) / (2 * Math.abs(error) + unit));
}
