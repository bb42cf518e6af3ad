import { ConnectionError, isProblem, ProblemError } from './problem-error.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A service that asks for more patience than this is reported to the caller instead. */
const LONGEST_WAIT_MS = 60_000;

/** Answers that say that nothing was done, so that any call may be sent again. */
const undone = ['rate-limited', 'busy', 'idempotency-in-progress'] as const;
const passingStatuses = [429, 502, 503, 504];

/**
 * How long to wait before a call is sent again, in milliseconds; undefined where that would not help, or could do
 * something twice.
 */
export function delayBeforeRetry(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  if (!isTransientFailure(error)) return undefined;
  if (!isRepeatable && !isProblem(error, ...undone)) return undefined;
  const asked = error instanceof ProblemError ? (error.retryAfter ?? 0) * 1000 : 0;
  return asked > LONGEST_WAIT_MS ? undefined : Math.max(asked, backoff(attempt));
}

/** Whether the same call may succeed a little later. */
export function isTransientFailure(error: unknown): boolean {
  if (error instanceof ConnectionError || isProblem(error, ...undone)) return true;
  return error instanceof ProblemError && passingStatuses.includes(error.status);
}

/** Grows from attempt to attempt, and differs between clients that failed together. */
export function backoff(attempt: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, unless the signal ends it. */
export async function pause(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
