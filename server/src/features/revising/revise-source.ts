import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { findLinkOfSource } from '../../catalog/file-links.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { problem } from '../../core/problems.js';
import type { Provenance } from '../../core/provenance.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { SourcePlace } from '../places.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { getSource, tablesOfSource } from '../sources/sources.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { commitRevision, type RevisionOp, startRevision } from './commit-revision.js';
import { refusingKnownBytes } from './known-bytes.js';
import { revisionPlanner } from './plan-revision.js';
import { revisionOf } from './replace-bytes.js';
import { type Revision, revisionOfTables, untouched } from './revision.js';

interface ReviseInput {
  file: ReceivedFile;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
  /** Where the service fetched the file. */
  provenance?: Provenance | undefined;
}

export type RevisedSource = Revision & { dryRun: boolean };

/** Replaces the file of a source: its tables take the content of the file, merged with the edits made since. */
export async function reviseSource(
  service: Service,
  caller: JobAuthor,
  place: SourcePlace,
  input: ReviseInput,
  commit: CommitOptions,
): Promise<RevisedSource> {
  const { db } = service.catalog;
  const { file, actor } = input;
  await refuseGovernedRevision(service, caller, place.workbookId);
  const planRevision = revisionPlanner(service, caller, file);
  const plan = async (): Promise<Write<Revision>> => {
    const source = await getSource(service, place);
    await refuseTracked(db, source);
    if (source.blob_hash === file.blob.hash) return (c) => noteUnchanged(c, source);
    const planned = await planRevision(source);
    const op: RevisionOp = {
      kind: 'source.revise',
      actor,
      operation: {
        operation: 'reviseSource',
        input: { source: source.id, file: file.blob.hash, filename: file.filename },
      },
    };
    return async (c) => {
      const id = await startRevision(c, planned, op);
      await refuseTracked(c.tx, source);
      return revisionOfTables(await commitRevision(c, planned, { ...op, id }, input.provenance), planned);
    };
  };
  return await refusingKnownBytes(service, place.workbookId, file, () =>
    changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit),
  );
}

export async function refuseGovernedRevision(
  service: Service,
  caller: JobAuthor,
  workbookId: string,
): Promise<void> {
  if (await service.data.as(caller).isGoverned(workbookId))
    throw problem('governed-workbook', say('revise-governed'));
}

/** Otherwise the versions of a tracked file would not show where the tables come from. */
async function refuseTracked(db: Db, source: SourceRecord): Promise<void> {
  const link = await findLinkOfSource(db, source.id);
  if (!link) return;
  throw problem('tracked-source', say('source-tracked', { source: source.name, link: link.id }), {
    members: { link_id: link.id },
  });
}

async function noteUnchanged(c: Change, source: SourceRecord): Promise<Revision> {
  const detail = { unchanged: true };
  await c.audit({ chain: source.workbook_id, action: 'source.revised', target: source.id, detail });
  return {
    source,
    revision: await revisionOf(c.tx, source.id),
    opId: null,
    ...untouched(await tablesOfSource(c.tx, source.id)),
  };
}
