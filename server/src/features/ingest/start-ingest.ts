import { say } from '@workbook-data-service/contract/messages';
import type { CommitOptions } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { ingestFile } from './ingest-file.js';
import { enqueueIngest } from './ingest-job.js';
import type { Ingested, IngestRequest } from './ingest-request.js';

export interface StartIngestRequest extends IngestRequest {
  async: boolean;
}

/** Ingests a received file: now, or with `async` in a job. */
export async function startIngest(
  service: Service,
  caller: Caller,
  { async, ...request }: StartIngestRequest,
  commit: CommitOptions,
): Promise<Ingested | JobRecord> {
  refuseStagedAsync({ ...request, async });
  return async
    ? await enqueueIngest(service, caller, request, commit)
    : await ingestFile(service, caller, request, commit, { viewer: caller });
}

export function refuseStagedAsync({ mode, async }: Pick<StartIngestRequest, 'mode' | 'async'>): void {
  if (!async || mode === 'auto') return;
  throw problem('invalid-request', say('staged-async'), {
    members: { errors: [fieldError('/async', say('false-with-staged'))] },
  });
}
