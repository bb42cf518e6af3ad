import { setTimeout as delay } from 'node:timers/promises';

/** Why another server did not do what was asked. */
export abstract class OutsideFailure extends Error {
  /** Whether the same call may well succeed a moment later. */
  abstract readonly isTransientFailure: boolean;
  /** How many seconds that server asks to wait. */
  abstract readonly retryAfter: number | null;
}

export type Wait = (milliseconds: number) => Promise<unknown>;

const MAX_TRIES = 5;
/** Somebody waits for the answer: a server that asks for more patience is reported instead. */
const MAX_PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 500;

interface Patience {
  wait?: Wait | undefined;
  /** The longest time until the last try begins. */
  patienceMs?: number;
}

/** Does the work again while it fails in passing, with growing pauses, or as long as the server asks for. */
export async function retrying<Result>(
  work: () => Promise<Result>,
  { wait = delay, patienceMs = MAX_PATIENCE_MS }: Patience = {},
): Promise<Result> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutsideFailure) || !error.isTransientFailure || tries === MAX_TRIES) throw error;
      const pause = pauseBefore(tries, error.retryAfter);
      if (performance.now() - startedAt + pause > patienceMs) throw error;
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

/** Seconds or a date, as HTTP has it. */
export function secondsOf(retryAfter: string | null | undefined): number | null {
  if (retryAfter === null || retryAfter === undefined || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
