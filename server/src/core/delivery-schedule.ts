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

const MAX_JITTER = 0.2;
const MAX_PAUSE_MS = 2 * MINUTE;

interface Retry {
  /**
   * Until then nothing at all is sent to the receiver: short enough that one which works again soon gets everything that
   * waits for it.
   */
  pausedUntil: Date;
  /** When the delivery is attempted again, not before the pause ends; undefined if it is given up. */
  nextAttemptAt: Date | undefined;
}

/**
 * What follows a failed attempt: the so-manieth of its delivery, and the so-manieth in a row of its receiver. Both waits
 * have the same jitter, so that the first delivery to be sent after a pause is the one that failed before it.
 */
export function retryAfter(
  { attempts, failures }: { attempts: number; failures: number },
  now: Date,
  random: () => number = Math.random,
): Retry {
  const jitter = 1 + MAX_JITTER * random();
  const after = (delay: number) => new Date(now.getTime() + Math.round(delay * jitter));
  const pause = Math.min(RETRY_AFTER_MS[failures - 1] ?? MAX_PAUSE_MS, MAX_PAUSE_MS);
  const wait = RETRY_AFTER_MS[attempts - 1];
  return {
    pausedUntil: after(pause),
    nextAttemptAt: wait === undefined ? undefined : after(Math.max(wait, pause)),
  };
}

/** A delivery that a failing receiver has not been offered for this long after it was due is given up. */
export const LONGEST_WAIT_MS = 24 * HOUR;
