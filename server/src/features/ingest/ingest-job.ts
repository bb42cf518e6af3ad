import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { enqueueJob, type JobRow, jobAuthor } from '../jobs/jobs.js';
import { type IngestRequest, ingestFile } from './ingest-file.js';

export const INGEST_JOB = 'source.ingest';

/** Ingests later, in the background. The file is in the blob store already, so nothing is lost in between. */
export async function enqueueIngest(
  service: Service,
  caller: Caller,
  request: IngestRequest,
): Promise<JobRow> {
  const { workbookId, ...input } = request;
  return await enqueueJob(service, caller, { workbookId, kind: INGEST_JOB, input });
}

/** Its result is what `ingestFile` answers. */
export async function runIngestJob(service: Service, job: JobRow): Promise<void> {
  const input = JSON.parse(job.input) as Omit<IngestRequest, 'workbookId'>;
  await ingestFile(service, jobAuthor(job), { ...input, workbookId: job.workbook_id });
}
