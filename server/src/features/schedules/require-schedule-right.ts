import { say } from '@workbook-data-service/contract/messages';
import type { JobRecord } from '../../catalog/job-records.js';
import { Problem, problem } from '../../core/problems.js';
import type { Scope } from '../../core/scopes.js';
import { requireRightOfJob } from '../access/require-workbook.js';
import type { Service } from '../service.js';

/** Refuses a run whose user has been deleted or may no longer do this, which pauses the schedule. */
export async function requireScheduleRight(
  service: Service,
  job: JobRecord,
  scope: Scope = 'workbooks:write',
): Promise<void> {
  try {
    await requireRightOfJob(service, job, scope);
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw problem('forbidden', say('schedule-no-access'));
    throw error;
  }
}
