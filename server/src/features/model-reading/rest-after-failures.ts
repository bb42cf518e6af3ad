const FAILURES_IN_A_ROW = 3;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;

/** Keeps files from waiting for a model that does not answer: after failures in a row it is left alone, longer each time. */
export class RestAfterFailures {
  #failures = 0;
  #restsUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isResting(): boolean {
    return this.now() < this.#restsUntil;
  }

  failed(): void {
    // Those that were sent before the rest began say nothing new.
    if (this.isResting) return;
    this.#failures++;
    const rests = this.#failures - FAILURES_IN_A_ROW;
    if (rests >= 0) this.#restsUntil = this.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** rests);
  }

  answered(): void {
    this.#failures = 0;
  }
}
