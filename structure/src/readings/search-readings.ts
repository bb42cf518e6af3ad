import type { AskedSheet } from '../decisions/answer-questions.js';
import type { Candidate, SeenReading } from './candidate.js';
import { nextReadings } from './candidates/find-readings.js';
import type { Reading } from './candidates/reading.js';
import { otherTables } from './candidates/sheet-decisions.js';

/** Argued: with two decisions changed, most of what can be said is reached; more readings than these add few new tables. */
const maxReadings = 50;
/** So many of the best readings are changed once more. */
const maxChangedAgain = 3;

/** What may be spent on looking for other readings of the sheets of a file. */
export interface SearchBudget {
  isSpent(): boolean;
}

/** Sees readings of a sheet, leaving out those of which nothing new comes. */
export class ReadingSearch {
  readonly #seen = new Set<string>();
  isCut = false;

  constructor(
    private readonly look: (candidate: Candidate) => SeenReading | undefined,
    private readonly budget: SearchBudget,
  ) {}

  see(candidate: Candidate): SeenReading | undefined {
    const reading = this.look(candidate);
    if (!reading || this.#seen.has(reading.fingerprint)) return undefined;
    this.#seen.add(reading.fingerprint);
    return reading;
  }

  /** Another look at the whole sheet, also where the same tables come of it as of a reading seen before. */
  whole(read: () => Reading | undefined): SeenReading | undefined {
    if (this.budget.isSpent()) return undefined;
    const reading = read();
    const seen = reading && this.look(candidateOf(reading));
    if (seen) this.#seen.add(seen.fingerprint);
    return seen;
  }

  /** Other readings than the first one, the best first: one decision changed, then another in the best of these. */
  others(asked: AskedSheet, baseName: string): SeenReading[] {
    const found: { reading: Reading; seen: SeenReading }[] = [];
    const byScore = () => found.sort((a, b) => b.seen.score - a.seen.score);
    const seeAll = (readings: Iterable<Reading>) => {
      const each = readings[Symbol.iterator]();
      while (found.length < maxReadings) {
        if (this.budget.isSpent()) {
          this.isCut = true;
          return;
        }
        const next = each.next();
        if (next.done) return;
        const seen = this.see(candidateOf(next.value));
        if (seen) found.push({ reading: next.value, seen });
      }
    };
    seeAll(nextReadings(asked, { regions: asked.spec.regions, decisions: [] }));
    seeAll(otherTables(asked, baseName));
    for (const { reading } of byScore().slice(0, maxChangedAgain)) seeAll(nextReadings(asked, reading));
    return byScore().map(({ seen }) => seen);
  }
}

/** What is decided alike about several tables is said once. */
function candidateOf({ regions, decisions }: Reading): Candidate {
  const said = new Map(decisions.map(({ why }) => [JSON.stringify([why.code, why.params]), why]));
  return { regions, why: [...said.values()] };
}
