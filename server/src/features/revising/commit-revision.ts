import { say } from '@workbook-data-service/contract/messages';
import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { keepLanding, replaceOrigin } from '../../catalog/table-landings.js';
import { setSourceSheet, setTableState } from '../../catalog/table-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { Operation } from '../../core/operations.js';
import type { Provenance } from '../../core/provenance.js';
import type { LandedFile } from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { TableRevision } from '../../workbook/writing/table-revision.js';
import { writeRevision } from '../../workbook/writing/write-revision.js';
import { type Spending, spendCredits } from '../billing/spend.js';
import { pinBefore } from '../pins/pin-state.js';
import { registerSheets } from '../sources/register-tables.js';
import { tablesOfSource } from '../sources/sources.js';
import { storeStructure } from '../sources/store-structure.js';
import type { MatchedTables } from './match-tables.js';
import { replaceBytes } from './replace-bytes.js';

/** Everything that a new file changes, computed but not yet in the catalog. */
export interface PlannedRevision {
  source: SourceRecord;
  file: ReceivedFile;
  landed: LandedFile | null;
  price: Spending | null;
  matched: MatchedTables;
  /** For `matched.kept`, in the same order. */
  revisions: TableRevision[];
  /** How many days the state before is pinned. */
  autoPinDays: number;
}

/** The op that a revision is, or is part of. */
export interface RevisionOp {
  kind: OpKind;
  actor?: string | null | undefined;
  operation: Operation;
}

export interface CommittedRevision {
  source: SourceRecord;
  revision: number;
  opId: number;
  tables: TableRecord[];
  archived: string[];
}

/**
 * Takes the op of a revision. Tables are locked before it, as in every edit, and in order of their ids: writers cannot
 * deadlock.
 */
export async function startRevision(
  c: Change,
  { source, revisions }: PlannedRevision,
  op: RevisionOp,
): Promise<number> {
  for (const { tableId, version } of byId(revisions)) await lockTable(c, tableId, version);
  return await c.op({ workbookId: source.workbook_id, ...op });
}

/** Moves all tables to the new file, or none. `provenance` says where the service fetched it. */
export async function commitRevision(
  c: Change,
  planned: PlannedRevision,
  op: RevisionOp & { id: number },
  provenance?: Provenance,
): Promise<CommittedRevision> {
  const { file, landed, price, matched, revisions } = planned;
  const workbookId = planned.source.workbook_id;
  const opId = op.id;
  await pinBefore(c, planned, {
    workbookId,
    opId,
    summary: say('pin-source-revised', { file: planned.source.name }),
  });
  const { source, revision } = await replaceBytes(c, planned.source, file, landed, provenance);
  for (const one of revisions) await writeRevision(c, one, { workbookId, ...op });
  await renameSheets(c, matched);
  await registerSheets(c, {
    source,
    opId,
    sheets: matched.added,
    sheetsInFile: landed?.sheets.length ?? 0,
    rawIds: rawTables(matched),
  });
  const archived = await archiveTables(c, matched.removed, opId);
  if (landed) await storeStructure(c, source, landed.sheets);
  if (price) await spendCredits(c, price);
  await c.audit({
    chain: workbookId,
    action: 'source.revised',
    target: source.id,
    detail: { op_id: opId, revision, filename: source.filename, sha256: source.blob_hash, archived },
  });
  if (landed)
    c.emit(workbookId, 'source.materialized', { source_id: source.id, name: source.name, op_id: opId });
  return { source, revision, opId, tables: await tablesOfSource(c.tx, source.id), archived };
}

function byId(revisions: readonly TableRevision[]): TableRevision[] {
  return [...revisions].sort((one, other) => (one.tableId < other.tableId ? -1 : 1));
}

async function renameSheets(c: Change, { kept }: MatchedTables): Promise<void> {
  for (const { table, sheet } of kept) {
    if (table.sheet === sheet) continue;
    await keepLanding(c, table.record.id);
    await setSourceSheet(c, table.record.id, sheet);
  }
}

/** The ids of the raw tables, by sheet. */
function rawTables({ kept }: MatchedTables): Map<string, string> {
  return new Map(
    kept.filter(({ table }) => table.role === null).map(({ table, sheet }) => [sheet, table.record.id]),
  );
}

/** Archives the tables that the file no longer has: their rows stay readable, and they can be unarchived. */
async function archiveTables(c: Change, removed: MatchedTables['removed'], opId: number): Promise<string[]> {
  // Their cells are in an earlier file, so an export must not write them into this one.
  for (const { record } of removed) {
    await keepLanding(c, record.id);
    await replaceOrigin(c, record.id, null);
  }
  const active = removed.map(({ record }) => record).filter(({ state }) => state === 'active');
  for (const { id } of active) await setTableState(c, id, 'archived', opId);
  return active.map(({ name }) => name);
}
