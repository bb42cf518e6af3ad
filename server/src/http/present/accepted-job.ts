import type { JobRecord } from '../../features/jobs/jobs.js';
import { type Answer, accepted } from '../answer.js';

/** The job that will do what was asked for. */
export function acceptedJob({ id }: JobRecord): Answer {
  return accepted({ job_id: id, status: 'pending' });
}
