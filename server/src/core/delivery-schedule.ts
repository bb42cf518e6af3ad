const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt a delivery is attempted again. */
const RETRY_AFTER_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  1 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
] as const;

const LONGEST_JITTER = 0.2;

/** When a delivery is attempted again after so many failed attempts; undefined if it is given up. */
export function nextAttemptAt(
  failedAttempts: number,
  now: Date,
  random: () => number = Math.random,
): Date | undefined {
  const delay = RETRY_AFTER_MS[failedAttempts - 1];
  return delay === undefined
    ? undefined
    : new Date(now.getTime() + Math.round(delay * (1 + LONGEST_JITTER * random())));
}

const LONGEST_PAUSE_MS = 5 * MINUTE;

/**
 * Until when nothing at all is sent to a receiver after so many failures in a row. Never longer than the schedule of a
 * single delivery, and short enough that a receiver which works again soon gets everything that waits for it.
 */
export function pauseUntil(failures: number, now: Date): Date {
  const delay = RETRY_AFTER_MS[failures - 1] ?? LONGEST_PAUSE_MS;
  return new Date(now.getTime() + Math.min(delay, LONGEST_PAUSE_MS));
}

/** A delivery that a failing receiver has not been offered for this long after it was due is given up. */
export const LONGEST_WAIT_MS = 24 * HOUR;
