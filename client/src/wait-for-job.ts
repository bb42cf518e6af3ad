import { getJob, type Job } from './api.js';
import type { Connection } from './connection.js';
import { pause } from './retry.js';

export interface JobProgress {
  /** What the job is doing. */
  stage: string;
  percent: number;
}

export interface WaitOptions {
  onProgress?: ((progress: JobProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** A job ended without success. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError';

  constructor(readonly job: Job) {
    super(job.error ?? `The job ${job.id} has failed.`);
  }
}

/** Waits until a job has succeeded, and returns its result: what the call would have answered without the job. */
export async function waitForJob<Result = unknown>(
  connection: Connection,
  jobId: string,
  { onProgress, signal }: WaitOptions = {},
): Promise<Result> {
  let told = '';
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    const job = await getJob(connection, { path: { job_id: jobId }, signal });
    const news = JSON.stringify(job.progress);
    if (job.progress && news !== told) onProgress?.(job.progress);
    told = news;
    if (job.status === 'succeeded') return job.result as Result;
    if (job.status === 'failed') throw new JobFailedError(job);
    await pause(wait, signal);
  }
}
