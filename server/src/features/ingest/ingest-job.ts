import { change } from '../../catalog/change.js';
import { isPassing, Problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { enqueueJob, type JobRow, jobAuthor, setProgress } from '../jobs/jobs.js';
import { type IngestRequest, ingestFile } from './ingest-file.js';
import { registerFailed } from './register-source.js';

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

/** Its result is what `ingestFile` answers. A file that cannot be read leaves a source that says why. */
export async function runIngestJob(service: Service, job: JobRow): Promise<void> {
  const input = JSON.parse(job.input) as Omit<IngestRequest, 'workbookId'>;
  const request = { ...input, workbookId: job.workbook_id };
  try {
    await ingestFile(service, jobAuthor(job), request, (progress) => setProgress(service, job, progress));
  } catch (error) {
    if (error instanceof Problem && !isPassing(error)) {
      const author = { userId: job.user_id, credentialId: job.credential_id, requestId: job.id };
      await change(service.catalog, author, (c) => registerFailed(c, request, error.detail));
    }
    throw error;
  }
}
