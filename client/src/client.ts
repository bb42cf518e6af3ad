import { type Connection, type ConnectionOptions, connect } from './connection.js';
import { type WaitOptions, waitForJob } from './wait-for-job.js';
import { Workbook } from './workbook.js';

/** A connection, for the functions of `…/client/api`, and the shorter ways to what programs do most. */
export interface Client extends Connection {
  /** A workbook by its id. */
  workbook(id: string): Workbook;
  /** Waits until a job has succeeded, and returns its result. */
  waitForJob<Result = unknown>(jobId: string, options?: WaitOptions): Promise<Result>;
}

export function createClient(options: ConnectionOptions): Client {
  const connection = connect(options);
  return {
    ...connection,
    workbook: (id) => new Workbook(connection, id),
    waitForJob: (jobId, waiting) => waitForJob(connection, jobId, waiting),
  };
}
