interface ProcessExit {
  /** Whether it had started to serve. */
  wasReady: boolean;
  livedMs: number;
  /** Null if a signal ended it. */
  exitCode: number | null;
}

type RestartDecision = { restartAfterMs: number } | { giveUp: string };

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** A process that lived this long was healthy: its end does not count with earlier ones. */
const STEADY_MS = 60_000;
const MAX_QUICK_DEATHS = 6;

/** Decides whether and when a process that died is restarted. */
export class RestartPolicy {
  #quickDeaths = 0;
  #everReady = false;

  decide({ wasReady, livedMs, exitCode }: ProcessExit): RestartDecision {
    this.#everReady ||= wasReady;
    // It reported why it cannot start, and nothing has changed since.
    if (!this.#everReady && exitCode !== null) return { giveUp: 'The service could not start.' };
    this.#quickDeaths = livedMs < STEADY_MS ? this.#quickDeaths + 1 : 0;
    if (this.#quickDeaths >= MAX_QUICK_DEATHS) {
      return { giveUp: `The service died ${MAX_QUICK_DEATHS} times within a minute of its start.` };
    }
    return { restartAfterMs: Math.min(FIRST_DELAY_MS * 2 ** this.#quickDeaths, MAX_DELAY_MS) };
  }
}
