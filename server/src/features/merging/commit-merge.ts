import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type Branch, findBranch, insertBases } from '../../catalog/branches.js';
import type { Change } from '../../catalog/change.js';
import type { Operation } from '../../core/operations.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { TableMerge } from '../../workbook/ungoverned/merging/table-merge.js';
import { openConflicts } from '../../workbook/writing/conflicts.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { appendVersion, versionConflict } from '../../workbook/writing/write-tables.js';
import { type ConflictView, viewConflict } from '../conflicts/conflicts.js';
import { summarizeMerge } from './merge-summary.js';

export const MERGE_KIND = 'rows.merge';

/** The merge of every table of a file, computed but not yet in the catalog. */
interface PlannedMerge {
  branch: Branch;
  file: ReceivedFile;
  actor?: string | null | undefined;
  /** In order of their tables' ids. */
  merges: TableMerge[];
  warnings: Message[];
}

export interface CommittedMerge {
  branchId: string;
  /** Null if the file has nothing new. */
  opId: number | null;
  tables: MergedTable[];
  conflicts: ConflictView[];
  stale: string[];
  summary: string;
  warnings: Message[];
}

export interface MergedTable {
  name: string;
  tableId: string;
  version: number;
  counts: TableMerge['counts'];
  cells: number;
  columns: Omit<TableMerge['columns'], 'changed'>;
  conflicts: number;
  readings: TableMerge['readings'];
  skipped: TableMerge['skipped'];
  planned?: TableMerge['planned'];
}

/** Writes the merge of all tables as one op, a version of each table that changes, and the file as their next base. */
export async function commitMerge(c: Change, planned: PlannedMerge): Promise<CommittedMerge> {
  const { branch, file, actor, merges } = planned;
  const workbookId = branch.workbook_id;
  // Tables are locked before the op, as in every edit, and in order of their ids: writers cannot deadlock.
  for (const { table } of merges) await lockTable(c, table.record.id, table.version);
  await refuseMovedBranch(c, planned);
  const edited = merges.filter(({ isEdited }) => isEdited);
  const operation: Operation = {
    operation: 'mergeFile',
    input: {
      branchId: branch.id,
      file: file.blob.hash,
      filename: file.filename,
      tables: merges.map(({ table }) => table.record.name),
    },
  };
  const [only, ...more] = merges;
  const opId =
    edited.length === 0
      ? null
      : await c.op({
          workbookId,
          kind: MERGE_KIND,
          actor,
          operation,
          ...(only && more.length === 0 && { tableId: only.table.record.id }),
        });
  const written = new Map<TableMerge, WrittenMerge>();
  if (opId !== null)
    for (const merge of edited)
      written.set(merge, await writeMerge(c, branch.id, merge, { workbookId, opId, actor, operation }));
  const tables = merges.map((merge) => mergedTable(merge, written.get(merge)));
  await c.audit({
    chain: workbookId,
    action: 'branch.merged',
    target: branch.id,
    detail: {
      op_id: opId,
      filename: file.filename,
      sha256: file.blob.hash,
      tables: merges.map(({ table }) => table.record.id),
    },
  });
  if (opId !== null) announceMerge(c, workbookId, branch.id, opId, tables);
  return {
    branchId: branch.id,
    opId,
    tables,
    conflicts: [...written.values()].flatMap(({ conflicts }) => conflicts),
    stale: [...new Set([...written.values()].flatMap(({ stale }) => stale))],
    summary: summarizeMerge(tables),
    warnings: [...planned.warnings, ...merges.flatMap(warningsOf)],
  };
}

/** Plans the merge again if another merge replaced the bases that the file was compared with. */
async function refuseMovedBranch(c: Change, { branch, merges }: PlannedMerge): Promise<void> {
  const now = await findBranch(c.tx, branch.workbook_id, branch.id);
  for (const { table, baseOpId } of merges) {
    const isSame = now?.status === 'open' && now.bases.get(table.record.id)?.opId === baseOpId;
    if (!isSame) throw versionConflict(table.record.edit_version, table.version);
  }
}

interface WrittenMerge {
  version: number;
  conflicts: ConflictView[];
  stale: string[];
}

async function writeMerge(
  c: Change,
  branchId: string,
  merge: TableMerge,
  op: { workbookId: string; opId: number; actor?: string | null | undefined; operation: Operation },
): Promise<WrittenMerge> {
  const { table, columns, rows, next } = merge;
  const tableId = table.record.id;
  const isWritten = rows.length > 0 || columns.changed !== null;
  const appended = isWritten
    ? await appendVersion(c, {
        ...op,
        tableId,
        isPrefetched: table.isPrefetched,
        expectedVersion: table.version,
        opKind: MERGE_KIND,
        rows,
        columnsAsOf: table.version,
        ...(columns.changed && { columns: columns.changed }),
      })
    : null;
  const version = appended?.version ?? table.version;
  const opened = await openConflicts(c, { ...table.record, edit_version: version }, op.opId, merge.conflicts);
  if (next.blob) {
    const { columns: kept, rowCount, blob } = next;
    await insertBases(c, branchId, [
      { tableId, opId: op.opId, version, columns: kept, rowCount, blobHash: blob.hash },
    ]);
  }
  return {
    version,
    conflicts: opened.flatMap((row) => viewConflict(table, row) ?? []),
    stale: appended?.stale ?? [],
  };
}

function mergedTable(merge: TableMerge, written: WrittenMerge | undefined): MergedTable {
  const { table, counts, cells, columns, readings, skipped, planned } = merge;
  const { added, renamed, ignored, missing } = columns;
  return {
    name: table.record.name,
    tableId: table.record.id,
    version: written?.version ?? table.version,
    counts,
    cells,
    columns: { added, renamed, ignored, missing },
    conflicts: written?.conflicts.length ?? 0,
    readings,
    skipped,
    ...(planned && { planned }),
  };
}

function warningsOf({ table, warnings }: TableMerge): Message[] {
  return warnings.map((warning) => say('warn-of-table', { table: table.record.name, ...whyOf(warning) }));
}

function announceMerge(
  c: Change,
  workbookId: string,
  branchId: string,
  opId: number,
  tables: readonly MergedTable[],
): void {
  const sum = (of: (table: MergedTable) => number) => tables.reduce((total, table) => total + of(table), 0);
  c.emit(workbookId, 'version.merged', {
    branch_id: branchId,
    op_id: opId,
    applied: sum(({ cells }) => cells),
    conflicts: sum(({ conflicts }) => conflicts),
    tables: tables.map(({ name, tableId, version, counts, conflicts }) => ({
      name,
      artifact_id: tableId,
      edit_version: version,
      inserted: counts.inserted,
      updated: counts.updated,
      deleted: counts.deleted,
      conflicts,
    })),
  });
}
