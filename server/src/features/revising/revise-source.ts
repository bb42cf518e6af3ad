import { type CommitOptions, change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { problem } from '../../core/problems.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { reviseTable } from '../../workbook/ungoverned/revision/revise-table.js';
import {
  type KeptEdit,
  MOST_KEPT_EDITS,
  type RevisionCounts,
  type TableRevision,
} from '../../workbook/ungoverned/revision/table-revision.js';
import type { Caller } from '../caller.js';
import { findSourceByContent, getSource, tablesOfSource } from '../ingest/sources.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { type CommittedRevision, commitRevision } from './commit-revision.js';
import { matchTables } from './match-tables.js';
import { type ReadRevision, readRevision } from './read-revision.js';
import { revisionOf } from './replace-bytes.js';
import { sourceTables } from './source-tables.js';

export interface ReviseInput {
  file: ReceivedFile;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

export interface RevisedSource {
  source: SourceRecord;
  revision: number;
  /** Null if the file is the one that the source already has. */
  opId: number | null;
  tables: TableRecord[];
  revised: { table: TableRecord; counts: RevisionCounts }[];
  keptEdits: (KeptEdit & { table: string })[];
  keptEditsTotal: number;
  archived: string[];
  dryRun: boolean;
}

/** Replaces the file of a source: its tables take the content of the file, merged with the edits made since. */
export async function reviseSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  input: ReviseInput,
  commit: CommitOptions,
): Promise<RevisedSource> {
  const { db } = service.catalog;
  if (await service.data.as(caller).isGoverned(place.workbookId)) {
    throw problem('governed-workbook', 'A source of a governed workbook cannot be revised.');
  }
  const source = await getSource(service, place);
  if (source.blob_hash === input.file.blob.hash)
    return await reportUnchanged(service, caller, source, input, commit);
  await refuseKnownBytes(service, source, input.file);
  const read = await readRevision(service, source, input.file, await sourceTables(db, source.id));
  try {
    const plan = () => planRevision(service, source, read, input);
    return await changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit);
  } catch (error) {
    if (violatedKey(error) === 'sources_content_unique') await refuseKnownBytes(service, source, input.file);
    throw error;
  }
}

/** Computes the revision from the current tables. */
async function planRevision(
  service: Service,
  source: SourceRecord,
  { file: landed, price }: ReadRevision,
  { file, actor }: ReviseInput,
): Promise<Write<Omit<RevisedSource, 'dryRun'>>> {
  const existing = await sourceTables(service.catalog.db, source.id);
  const matched = matchTables(existing, landed?.sheets ?? []);
  const revisions: TableRevision[] = [];
  for (const { table, content } of matched.kept) {
    revisions.push(await reviseTable(service.data, table.record, content));
  }
  const planned = { source, file, actor, landed, price, matched, revisions };
  return async (c) => answer(await commitRevision(c, planned), revisions);
}

function answer(
  { source, revision, opId, tables, archived }: CommittedRevision,
  revisions: readonly TableRevision[],
): Omit<RevisedSource, 'dryRun'> {
  const tableOf = new Map(tables.map((table) => [table.id, table]));
  const revised = revisions.flatMap(({ tableId, counts, keptEdits }) => {
    const table = tableOf.get(tableId);
    return table ? [{ table, counts, keptEdits }] : [];
  });
  const keptEdits = revised.flatMap(({ table, keptEdits: { edits } }) =>
    edits.map((edit) => ({ ...edit, table: table.name })),
  );
  return {
    source,
    revision,
    opId,
    tables,
    revised: revised.map(({ table, counts }) => ({ table, counts })),
    keptEdits: keptEdits.slice(0, MOST_KEPT_EDITS),
    keptEditsTotal: revised.reduce((sum, { keptEdits: { total } }) => sum + total, 0),
    archived,
  };
}

async function reportUnchanged(
  service: Service,
  caller: Caller,
  source: SourceRecord,
  { dryRun }: ReviseInput,
  commit: CommitOptions,
): Promise<RevisedSource> {
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const detail = { unchanged: true };
      await c.audit({ chain: source.workbook_id, action: 'source.revised', target: source.id, detail });
      return {
        source,
        revision: await revisionOf(c.tx, source.id),
        opId: null,
        tables: await tablesOfSource(c.tx, source.id),
        revised: [],
        keptEdits: [],
        keptEditsTotal: 0,
        archived: [],
        dryRun: dryRun ?? false,
      };
    },
    { ...commit, dryRun },
  );
}

/** The same bytes cannot be two sources of a workbook. */
async function refuseKnownBytes(
  service: Service,
  source: SourceRecord,
  { blob }: ReceivedFile,
): Promise<void> {
  const known = await findSourceByContent(service.catalog.db, source.workbook_id, blob.hash);
  if (!known) return;
  throw problem('conflict', `The file is the source "${known.name}" of this workbook already.`, {
    fix: `Use "${known.name}", or delete it first.`,
  });
}
