import { say } from '@workbook-data-service/contract/messages';
import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import type { Cells } from '@workbook-data-service/sheets/values';
import type { Insertable } from 'kysely';
import type { Change } from '../../catalog/change.js';
import { prepared } from '../../catalog/prepared.js';
import { deletedAmong, ROW_BATCH } from '../../catalog/row-edits.js';
import type { Schema } from '../../catalog/schema.js';
import { insertSegment, type StoredSegment } from '../../catalog/segments.js';
import {
  insertTableRecord,
  type NewTableRecord,
  refreshSearchText,
  takeVersion,
  type VersionCounts,
  withNextVersion,
} from '../../catalog/table-records.js';
import { type ColumnRecord, LATEST_VERSION, type TableRecord } from '../../catalog/tables.js';
import { auditActionOf } from '../../core/audit-actions.js';
import type { Operation } from '../../core/operations.js';
import { problem } from '../../core/problems.js';
import type { TableOrigin } from '../../core/table-origin.js';
import { mapInSlices } from '../../core/time-slices.js';
import { policyRules } from '../governance/policy-rules.js';
import { appendEdits } from './append-edits.js';
import { refuseMissing, requireRows } from './require-rows.js';
import { markStaleBecause, tablesDownstream } from './stale-downstream.js';

interface NewTable extends NewTableRecord {
  opId: number;
  segment: StoredSegment;
  /** Null or absent if its cells cannot be traced to a file. */
  origin?: TableOrigin | null;
}

/** Registers a table with its first version. The segment is already in the blob store. */
export async function insertTable(change: Change, table: NewTable): Promise<TableRecord> {
  const row = await insertTableRecord(change, table);
  if (table.origin) {
    const origin = { table_id: row.id, origin: JSON.stringify(table.origin) };
    await change.tx.insertInto('table_origins').values(origin).execute();
  }
  await writeVersion(change, row, {
    opId: table.opId,
    columns: table.columns,
    segment: { ...table.segment, rowCount: table.rowCount },
  });
  return row;
}

export type RowChange =
  /** With a row id, an insert restores the deleted row with that id. */
  | { kind: 'insert'; rowId?: number; after: Cells }
  | { kind: 'update'; rowId: number; after: Cells }
  | { kind: 'delete'; rowId: number };

export interface TableEdit {
  workbookId: string;
  tableId: string;
  /** Null accepts any version. */
  expectedVersion: number | null;
  opKind: OpKind;
  /** The op that this edit is part of; if absent, it gets its own. */
  opId?: number;
  actor?: string | null | undefined;
  /** What was done, and how it could be done again. */
  operation: Operation;
  rows?: RowChange[];
  /** The number of new rows that are in the segment but not in the log, numbered after those in `rows`. */
  rowsInSegmentOnly?: number;
  /** The number of rows in a segment that replaces all rows. */
  rowCount?: number;
  /** The table was looked up before the body was read, when its workbook had no policy. */
  isPrefetched?: boolean | undefined;
  /** The version whose columns the rows were cast for: cells of other types must not enter the log. */
  columnsAsOf?: number;
  columns?: ColumnRecord[];
  segment?: StoredSegment;
  /** Whether `rows` come on top of the segment, which may have other rows than the table; otherwise they are in it. */
  rowsOnTop?: boolean | undefined;
  /** Tables computed from this one would not change, so they do not become stale. */
  leavesFresh?: boolean | undefined;
}

export interface AppendedVersion {
  version: number;
  opId: number;
  /** In the order of `rows`. */
  rowIds: number[];
  /** The names of the tables that became stale. */
  stale: string[];
}

/** The edit was planned for a table without policies, and must start over: columns may be hidden now. */
export class PolicyChangedDuringEdit extends Error {
  override readonly name = 'PolicyChangedDuringEdit';
}

/** Appends one version to a table's log. Of concurrent writers on the same version exactly one succeeds. */
export async function appendVersion(change: Change, edit: TableEdit): Promise<AppendedVersion> {
  const rows = edit.rows ?? [];
  const texts = await mapInSlices(rows, (row) => (row.kind === 'delete' ? null : JSON.stringify(row.after)));
  const written = rows.flatMap((row) => (row.kind === 'insert' ? [] : [row.rowId]));
  const counts = versionCounts(edit, rows, texts);
  const [[before], , [newer], deleted, downstream, [policy]] = await change.runAndNumber(
    { workbookId: edit.workbookId, takesOp: edit.opId === undefined },
    ...takeVersion(change, edit.tableId, edit.expectedVersion, counts),
    schemasAfter(change.tx, { tableId: edit.tableId, version: edit.columnsAsOf ?? LATEST_VERSION }),
    deletedAmong(change.tx, { tableId: edit.tableId, rowIds: written.slice(0, ROW_BATCH) }),
    tablesDownstream(change.tx, { tableId: edit.tableId }),
    policyRules(change.tx, { workbookId: edit.workbookId }),
  );
  if (policy && edit.isPrefetched) throw new PolicyChangedDuringEdit();
  const table = withNextVersion(requireVersion(before, edit), counts);
  if (newer && edit.columnsAsOf !== undefined)
    throw versionConflict(table.edit_version - 1, edit.columnsAsOf);
  const opId =
    edit.opId ??
    (await change.op({
      workbookId: table.workbook_id,
      kind: edit.opKind,
      tableId: edit.tableId,
      actor: edit.actor,
      operation: edit.operation,
    }));
  const numbered = rows.filter((row) => row.rowId === undefined).length;
  const firstNewId = table.next_row_id - numbered - (edit.rowsInSegmentOnly ?? 0);
  const known = { id: table.id, next_row_id: firstNewId };
  if (!edit.rowsOnTop) {
    refuseMissing(known, written.slice(0, ROW_BATCH), new Set(deleted.map(({ row_id }) => row_id)));
    await requireRows(change.tx, known, written.slice(ROW_BATCH));
  }
  const rowIds = numberRows(rows, firstNewId);
  const entries = rows.map((row, i) => ({
    rowId: rowIds[i] as number,
    kind: row.kind,
    after: texts[i] ?? null,
  }));
  await appendEdits(change, { tableId: table.id, version: table.edit_version }, entries);
  await writeVersion(change, table, {
    opId,
    columns: edit.columns,
    segment: edit.segment && { ...edit.segment, rowCount: table.row_count, rowsOnTop: edit.rowsOnTop },
  });
  if (edit.columns) await refreshSearchText(change, table.id);
  const stale = edit.leavesFresh ? [] : await markStaleBecause(change, table, downstream);
  await change.audit({
    chain: table.workbook_id,
    action: auditActionOf(edit.opKind),
    target: edit.tableId,
    detail: { op_id: opId, edit_version: table.edit_version, rows: rows.length },
  });
  return { version: table.edit_version, opId, rowIds, stale: stale.map(({ name }) => name) };
}

function versionCounts(edit: TableEdit, rows: RowChange[], texts: (string | null)[]): VersionCounts {
  const { rowCount, rowsInSegmentOnly = 0 } = edit;
  const inserted = rows.filter((row) => row.kind === 'insert').length;
  const deleted = rows.filter((row) => row.kind === 'delete').length;
  const numbered = rows.filter((row) => row.kind === 'insert' && row.rowId === undefined).length;
  const bytes = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return {
    addedRows: inserted + rowsInSegmentOnly - deleted,
    rowCount,
    newRowIds: numbered + rowsInSegmentOnly,
    tail: edit.segment && !edit.rowsOnTop ? null : { edits: rows.length, bytes },
  };
}

function requireVersion<Found extends TableRecord & { deleted_at: string | null }>(
  found: Found | undefined,
  { expectedVersion }: TableEdit,
): Found {
  if (found && (expectedVersion === null || found.edit_version === expectedVersion)) return found;
  if (!found || found.deleted_at !== null) throw problem('not-found', say('table-deleted'));
  throw versionConflict(found.edit_version, expectedVersion);
}

export function versionConflict(current: number, expected: number | null) {
  return problem('version-conflict', say('table-at-version', { current, expected }), {
    members: { current_version: current },
  });
}

const schemasAfter = prepared((db, { tableId, version }: { tableId: string; version: number }) =>
  db
    .selectFrom('table_schemas')
    .select('version')
    .where('table_id', '=', tableId)
    .where('version', '>', version)
    .limit(1),
);

function numberRows(rows: RowChange[], firstNewId: number): number[] {
  let id = firstNewId;
  return rows.map((row) => row.rowId ?? id++);
}

const insertVersion = prepared((tx, version: Insertable<Schema['table_versions']>) =>
  tx.insertInto('table_versions').values(version),
);

async function writeVersion(
  change: Change,
  table: TableRecord,
  version: {
    opId: number;
    columns: ColumnRecord[] | undefined;
    segment: (StoredSegment & { rowCount: number; rowsOnTop?: boolean | undefined }) | undefined;
  },
): Promise<void> {
  const { opId, columns, segment } = version;
  const at = { table_id: table.id, version: table.edit_version };
  if (columns)
    await change.tx
      .insertInto('table_schemas')
      .values({ ...at, columns: JSON.stringify(columns) })
      .execute();
  if (segment) {
    const editsAfter = segment.rowsOnTop ? at.version - 1 : at.version;
    const place = { tableId: table.id, version: at.version, editsAfter, rowCount: segment.rowCount };
    await insertSegment(change.tx, place, segment);
  }
  change.writeLast(
    insertVersion(change.tx, {
      ...at,
      op_id: opId,
      row_count: table.row_count,
      created_at: change.at,
      rewrites: segment ? 1 : 0,
    }),
  );
  change.emit(table.workbook_id, 'artifact.updated', {
    name: table.name,
    artifact_id: table.id,
    edit_version: table.edit_version,
    op_id: opId,
  });
}
