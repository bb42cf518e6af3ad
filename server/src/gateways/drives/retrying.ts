import { setTimeout as delay } from 'node:timers/promises';
import { DriveFailure } from './drive-failure.js';

export type Wait = (milliseconds: number) => Promise<unknown>;

const MOST_TRIES = 5;
/** Somebody waits for the answer: a drive that asks for more patience is reported instead. */
const MOST_PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 500;

/** Does the work again while it fails in passing, with growing pauses, or as long as the drive asks for. */
export async function retrying<Result>(work: () => Promise<Result>, wait: Wait = delay): Promise<Result> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DriveFailure) || !error.isPassing || tries === MOST_TRIES) throw error;
      const pause = pauseBefore(tries, error.retryAfter);
      if (performance.now() - startedAt + pause > MOST_PATIENCE_MS) throw error;
      await wait(pause);
    }
  }
}

/** The random part keeps those who failed together from coming back together. */
function pauseBefore(tries: number, retryAfter: number | null): number {
  if (retryAfter !== null) return retryAfter * 1000;
  const pause = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return pause / 2 + (Math.random() * pause) / 2;
}
