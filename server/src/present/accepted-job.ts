import type { JobRecord } from '../catalog/job-records.js';
import { accepted } from './answer.js';

/** The job that will carry out the request. */
export function acceptedJob({ id }: JobRecord) {
  return accepted({ job_id: id, status: 'pending' as const });
}
