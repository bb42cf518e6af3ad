import { type CommitOptions, withWorkBeforeCommit } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import type { Caller } from '../caller.js';
import type { Ingested } from '../ingest/ingest-request.js';
import { startIngest } from '../ingest/start-ingest.js';
import type { ReadingChoice } from '../readings/known-readings.js';
import type { Service } from '../service.js';
import { moveSlot, refuseUnlessMovable, requireSlot } from './upload-slots.js';

/** Ingests the file of a slot. The transaction that registers the source or queues the job also marks it ingested. */
export async function ingestUpload(
  service: Service,
  caller: Caller,
  uploadId: string,
  { async, reading }: { async: boolean; reading?: ReadingChoice | undefined },
  commit: CommitOptions,
): Promise<Ingested | JobRecord> {
  const { slot } = await requireSlot(service, caller, uploadId, 'workbooks:write');
  refuseUnlessMovable(slot, 'ingested');
  const { workbook_id: workbookId, filename, mode, structuring } = slot;
  const blob = { hash: slot.blob_hash as string, size: slot.size as number };
  const request = { workbookId, file: { filename, blob }, mode, structuring, reading, async };
  return await startIngest(
    service,
    caller,
    request,
    withWorkBeforeCommit(commit, (tx) => moveSlot(tx, slot, 'ingested')),
  );
}
