import type { CommitOptions } from '../../catalog/change.js';
import { type JobProgress, type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import { requireRightOfJob } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import { enqueueJob, jobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import { requireSpecAt } from './correct-parse-spec.js';
import { type MaterializedSource, type MaterializeInput, materializeSource } from './materialize-source.js';

export const MATERIALIZE_JOB = 'source.materialize';

interface QueuedInput extends MaterializeInput {
  sourceId: string;
  /** The name of the source, as in other jobs about files. */
  filename: string;
}

/** Makes the tables now or, with `async`, in a job. A dry run is answered at once. */
export async function startMaterialize(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  { async, ...input }: MaterializeInput & { async: boolean },
  commit: CommitOptions,
): Promise<MaterializedSource | JobRecord> {
  if (!async || input.dryRun) return await materializeSource(service, caller, place, input, commit);
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  await requireSpecAt(service.catalog.db, source, input.correction?.specVersion);
  const queued: QueuedInput = { ...input, sourceId: source.id, filename: source.name };
  const job = { workbookId: place.workbookId, kind: MATERIALIZE_JOB, input: queued };
  return await enqueueJob(service, caller, job, commit);
}

/** Everything that it changes is one transaction at its end, so that a job that dies has changed nothing. */
export async function runMaterializeJob(
  service: Service,
  job: JobRecord,
  commit: CommitOptions,
): Promise<void> {
  const { sourceId: source, filename: _, ...input } = JSON.parse(job.input) as QueuedInput;
  await requireRightOfJob(service, job, 'workbooks:write');
  const place = { workbookId: job.workbook_id, source };
  const reportProgress = (progress: JobProgress) => setJobProgress(service.catalog.db, job, progress);
  await materializeSource(service, jobAuthor(job), place, input, commit, { reportProgress });
}
