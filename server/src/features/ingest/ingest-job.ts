import type { Change, CommitOptions } from '../../catalog/change.js';
import { type JobProgress, type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import type { Failure } from '../../core/stored-saying.js';
import type { Viewer } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import { enqueueJob, jobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { asVisibleTo, ingestFile } from './ingest-file.js';
import type { Ingested, IngestRequest } from './ingest-request.js';
import { readingVisibleTo } from './read-reading.js';
import { registerFailedSource } from './register-source.js';
import { type Promotion, STRUCTURE_JOB } from './structure-job.js';

export const INGEST_JOB = 'source.ingest';

/** Queues an ingest. The file is already in the blob store, so nothing can be lost. */
export async function enqueueIngest(
  service: Service,
  caller: Caller,
  request: IngestRequest,
  commit: CommitOptions,
): Promise<JobRecord> {
  const { workbookId, ...input } = request;
  const job = { workbookId, kind: INGEST_JOB, input, blobHash: input.file.blob.hash };
  return await enqueueJob(service, caller, job, commit);
}

/** The job's result is what `ingestFile` returns. */
export async function runIngestJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const reportProgress = (progress: JobProgress) => setJobProgress(service.catalog.db, job, progress);
  await ingestFile(service, jobAuthor(job), requestOf(job), commit, { reportProgress });
}

/** A file that could not be ingested leaves a failed source with the reason. */
export async function registerFailedIngest(c: Change, job: JobRecord, reason: Failure): Promise<void> {
  await registerFailedSource(c, requestOf(job), reason);
}

function requestOf(job: JobRecord): IngestRequest {
  const input = JSON.parse(job.input) as Omit<IngestRequest, 'workbookId'>;
  return { ...input, workbookId: job.workbook_id };
}

/** Adds the columns and the reading that the viewer may see to the result of a job that reads a file. */
export async function jobVisibleTo(service: Service, viewer: Viewer, job: JobRecord): Promise<JobRecord> {
  if (job.result === null) return job;
  if (job.kind === INGEST_JOB) {
    const ingested = await asVisibleTo(service, viewer, JSON.parse(job.result) as Ingested);
    return { ...job, result: JSON.stringify(ingested) };
  }
  if (job.kind === STRUCTURE_JOB) {
    const promotion = JSON.parse(job.result) as Promotion;
    const reading = await readingVisibleTo(service, viewer, promotion.source.id);
    return { ...job, result: JSON.stringify({ ...promotion, reading }) };
  }
  return job;
}
