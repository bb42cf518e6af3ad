import { say } from '@workbook-data-service/contract/messages';
import type { JobRecord } from '../../catalog/job-records.js';
import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import { problem } from '../../core/problems.js';
import { requireWorkbook } from '../access/require-workbook.js';
import { withinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { visibleJobs } from './visible-jobs.js';

/** The user's jobs in the workbooks that the credential reaches, newest first. */
export async function listJobs(
  service: Service,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ jobs: JobRecord[]; nextCursor: string | null }> {
  const before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const found = await service.catalog.db
    .selectFrom('jobs')
    .innerJoin('workbooks', 'workbooks.id', 'jobs.workbook_id')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .selectAll('jobs')
    .where('jobs.user_id', '=', caller.userId)
    .where(withinReach(caller))
    .$if(before !== undefined, (query) => query.where('jobs.id', '<', before ?? ''))
    .orderBy('jobs.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const jobs = await visibleJobs(service, caller, found.slice(0, page.limit));
  const last = jobs.at(-1);
  return { jobs, nextCursor: found.length > page.limit && last ? encodeCursor(last.id) : null };
}

export async function getJob(service: Service, caller: Caller, jobId: string): Promise<JobRecord> {
  const job = await service.catalog.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!job) throw problem('not-found', say('job-unknown', { job: jobId }));
  await requireWorkbook(service, caller, job.workbook_id, 'workbooks:read');
  const [visible = job] = await visibleJobs(service, caller, [job]);
  return visible;
}
