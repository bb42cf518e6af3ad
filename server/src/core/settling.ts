interface Watched {
  state: string;
  /** When this state was first seen, and when the thing began to be watched. */
  since: number;
  from: number;
}

/** Tells when things have stopped changing, by a clock that only goes forward. */
export class Settling {
  readonly #watched = new Map<string, Watched>();

  constructor(
    private readonly limits: { quietMs: number; longestMs: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether the state has been the same for a while, or has been changing for too long to wait for that. */
  isSettled(id: string, state: string): boolean {
    const now = this.now();
    const known = this.#watched.get(id);
    const watched = known ?? { state, since: now, from: now };
    if (watched.state !== state) Object.assign(watched, { state, since: now });
    this.#watched.set(id, watched);
    const { quietMs, longestMs } = this.limits;
    return now - watched.since >= quietMs || now - watched.from >= longestMs;
  }

  /** Forgets everything else. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
  }
}
