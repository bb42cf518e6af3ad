/** The service forgets who says nothing for 45 seconds. */
const AGAIN_MS = 20_000;
const BETWEEN_MS = 1_000;

export interface PlaceInTable {
  row_id: number | null;
  column: string | null;
}

/** Tells the service where the reader is: at most once a second, and now and then that they are still there. */
export class PresenceTeller {
  #place: PlaceInTable | undefined;
  #told: string | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  #isResting = false;
  readonly #again: ReturnType<typeof setInterval>;

  /** `tell` without a place says that the reader has left. */
  constructor(private readonly tell: (place: PlaceInTable | undefined) => Promise<unknown>) {
    this.#again = setInterval(() => {
      if (document.visibilityState === 'visible') this.#say();
    }, AGAIN_MS);
  }

  /** Nobody is told of every step while nobody else is there. */
  move(place: PlaceInTable, isAlone: boolean): void {
    this.#place = place;
    if (isAlone && this.#told !== undefined) return;
    if (JSON.stringify(place) === this.#told) return;
    if (!this.#isResting) this.#say();
    else this.#due ??= setTimeout(() => this.#say(), BETWEEN_MS);
  }

  leave(): void {
    clearInterval(this.#again);
    clearTimeout(this.#due);
    this.#place = undefined;
    void this.tell(undefined).catch(() => {});
  }

  #say(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    if (!this.#place) return;
    this.#told = JSON.stringify(this.#place);
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
    }, BETWEEN_MS);
    // Others miss a step; the page loses nothing.
    void this.tell(this.#place).catch(() => {});
  }
}
