import type { JobRecord } from '../../catalog/job-records.js';
import { isTransientFailure, Problem } from '../../core/problems.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** An outage or a full disk that lasts longer needs a person's decision. */
const RETRY_PERIOD_MS = 24 * 60 * 60_000;
/** A job that fails this often for an unknown reason will fail again. */
const MAX_UNKNOWN_FAILURES = 5;

/**
 * When to retry a failed job, or undefined if it failed for good. A fault of the job itself stays; a fault of the
 * service or its backends passes.
 */
export function nextAttempt(
  job: Pick<JobRecord, 'created_at' | 'retries'>,
  error: unknown,
  now: Date,
  random: () => number = Math.random,
): Date | undefined {
  if (error instanceof Problem && error.status < 500) return undefined;
  const mayRetry =
    isTransientFailure(error) || isDiskFull(error)
      ? now.getTime() - Date.parse(job.created_at) < RETRY_PERIOD_MS
      : job.retries < MAX_UNKNOWN_FAILURES;
  if (!mayRetry) return undefined;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.retries);
  // The random part keeps jobs that failed together from coming back together.
  return new Date(now.getTime() + wait / 2 + (random() * wait) / 2);
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function isDiskFull(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 507;
  return error instanceof Error && 'code' in error && fullDisk.has(String(error.code));
}
