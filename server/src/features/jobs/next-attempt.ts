import type { JobRecord } from '../../catalog/job-records.js';
import { isPassing, Problem } from '../../core/problems.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Backends come back, and disks are cleared, within this time or somebody must decide anew. */
const PATIENCE_MS = 24 * 60 * 60_000;
/** What fails in an unknown way this often will fail again. */
const MOST_UNKNOWN = 5;

/**
 * When a job that failed is to be tried again, or undefined where it failed for good. What is wrong with the job
 * itself stays wrong; what is wrong with the service or its surroundings passes.
 */
export function nextAttempt(
  job: Pick<JobRecord, 'created_at' | 'retries'>,
  error: unknown,
  now: Date,
): Date | undefined {
  if (error instanceof Problem && error.status < 500) return undefined;
  const mayRetry =
    isPassing(error) || isDiskFull(error)
      ? now.getTime() - Date.parse(job.created_at) < PATIENCE_MS
      : job.retries < MOST_UNKNOWN;
  if (!mayRetry) return undefined;
  return new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.retries));
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function isDiskFull(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 507;
  return error instanceof Error && 'code' in error && fullDisk.has(String(error.code));
}
