// The only writer of `tables`. Columns that depend on others (the normalized name, the search text, the time of the last
// change) are written together with them, and an event is written in the change that it reports.
import { sql } from 'kysely';
import { batches } from '../core/batches.js';
import { newId } from '../core/ids.js';
import { searchText } from '../core/search-text.js';
import type { Change } from './change.js';
import type { Tx } from './db.js';
import { locked } from './locked.js';
import { prepared } from './prepared.js';
import { type ColumnRecord, columnsAt, nameKey, type TableRecord } from './tables.js';

export interface NewTableRecord {
  /** A new id if absent. */
  id?: string;
  workbookId: string;
  name: string;
  kind: TableRecord['kind'];
  /** Active if absent. */
  state?: TableRecord['state'];
  columns: ColumnRecord[];
  rowCount: number;
  source?: { id: string; sheet: string; filename: string };
}

export async function insertTableRecord(c: Change, table: NewTableRecord): Promise<TableRecord> {
  const { name, kind, source, rowCount } = table;
  const record: TableRecord = {
    id: table.id ?? newId('art'),
    workbook_id: table.workbookId,
    name,
    name_key: nameKey(name),
    kind,
    state: table.state ?? 'active',
    description: null,
    edit_version: 1,
    row_count: rowCount,
    // The ids of derived rows are made from their values, so any id may already be in use.
    next_row_id: kind === 'derived' ? Number.MAX_SAFE_INTEGER : rowCount + 1,
    source_id: source?.id ?? null,
    source_sheet: source?.sheet ?? null,
    search_text: searchText([name, source?.filename, ...table.columns.map((column) => column.name)]),
    stale_since: null,
    tail_edits: 0,
    tail_bytes: 0,
    created_at: c.at,
    updated_at: c.at,
  };
  await c.tx.insertInto('all_tables').values(record).execute();
  c.keepBefore('table', record.id, null);
  return record;
}

async function keepTables(c: Change, tableIds: readonly string[]): Promise<void> {
  const found = await c.tx
    .selectFrom('all_tables')
    .select(['id', 'name', 'state', 'description', 'deleted_at'])
    .where('id', 'in', tableIds)
    .execute();
  for (const { id, deleted_at, ...before } of found)
    c.keepBefore('table', id, { ...before, deleted: deleted_at !== null });
}

/** Locks a table until the change commits: touching its row makes other writers wait, on both databases. */
export async function lockTableRecord(c: Change, tableId: string): Promise<TableRecord | undefined> {
  return await c.tx
    .updateTable('all_tables')
    .set({ updated_at: c.at })
    .where('id', '=', tableId)
    .returningAll()
    .executeTakeFirst();
}

export interface VersionCounts {
  /** Negative if rows were removed. */
  addedRows: number;
  /** The number of rows, for a version that replaces all of them. */
  rowCount?: number | undefined;
  newRowIds: number;
  /** Row edits added to the tail and their size; null if the version has a segment, which ends the tail. */
  tail: { edits: number; bytes: number } | null;
}

/** The statements that lock a table, finding it as it was, and increment its version if it is still the expected one. */
export function takeVersion(
  { tx, at }: Change,
  tableId: string,
  expectedVersion: number | null,
  { addedRows, rowCount, newRowIds, tail }: VersionCounts,
) {
  const next: NextVersion = {
    tableId,
    at,
    expectedVersion: expectedVersion ?? undefined,
    addedRows,
    rowCount,
    newRowIds,
    tailEdits: tail?.edits,
    tailBytes: tail?.bytes,
  };
  return [lockedTable(tx, { tableId }), countVersion(tx, next)] as const;
}

/** The table as `takeVersion` has changed it, from how it was found. */
export function withNextVersion(
  before: TableRecord,
  { addedRows, rowCount, newRowIds, tail }: VersionCounts,
): TableRecord {
  return {
    ...before,
    edit_version: before.edit_version + 1,
    row_count: rowCount ?? before.row_count + addedRows,
    next_row_id: before.next_row_id + newRowIds,
    tail_edits: tail ? before.tail_edits + tail.edits : 0,
    tail_bytes: tail ? before.tail_bytes + tail.bytes : 0,
  };
}

const lockedTable = prepared((tx, { tableId }: { tableId: string }) =>
  locked(tx, tx.selectFrom('all_tables').selectAll().where('id', '=', tableId)),
);

interface NextVersion {
  tableId: string;
  at: string;
  expectedVersion: number | undefined;
  addedRows: number;
  rowCount: number | undefined;
  newRowIds: number;
  /** Undefined if the version ends the tail. */
  tailEdits: number | undefined;
  tailBytes: number | undefined;
}

const countVersion = prepared((tx, next: NextVersion) =>
  tx
    .updateTable('all_tables')
    .set((eb) => ({
      edit_version: eb('edit_version', '+', 1),
      row_count: next.rowCount ?? eb('row_count', '+', next.addedRows),
      next_row_id: eb('next_row_id', '+', next.newRowIds),
      tail_edits: next.tailEdits === undefined ? eb.lit(0) : eb('tail_edits', '+', next.tailEdits),
      tail_bytes: next.tailBytes === undefined ? eb.lit(0) : eb('tail_bytes', '+', next.tailBytes),
      updated_at: next.at,
    }))
    .where('id', '=', next.tableId)
    .$if(next.expectedVersion !== undefined, (query) =>
      query.where('edit_version', '=', next.expectedVersion as number),
    ),
);

/** Removes from the tail what a new segment contains. Edits made since the table was read stay in the tail. */
export async function shortenTail(tx: Tx, { id, tail_edits, tail_bytes }: TableRecord): Promise<void> {
  await tx
    .updateTable('all_tables')
    .set((eb) => ({
      tail_edits: eb('tail_edits', '-', tail_edits),
      tail_bytes: eb('tail_bytes', '-', tail_bytes),
    }))
    .where('id', '=', id)
    .execute();
}

export async function setTableName(c: Change, tableId: string, name: string): Promise<void> {
  await keepTables(c, [tableId]);
  await c.tx
    .updateTable('all_tables')
    .set({ name, name_key: nameKey(name), updated_at: c.at })
    .where('id', '=', tableId)
    .execute();
  await refreshSearchText(c, tableId);
}

export async function setTableDescription(
  c: Change,
  tableId: string,
  description: string | null,
): Promise<void> {
  await keepTables(c, [tableId]);
  await c.tx
    .updateTable('all_tables')
    .set({ description, updated_at: c.at })
    .where('id', '=', tableId)
    .execute();
  await refreshSearchText(c, tableId);
}

/** Must be called whenever the names of a table's columns change. */
export async function refreshSearchText(c: Change, tableId: string): Promise<void> {
  const record = await c.tx
    .selectFrom('tables')
    .leftJoin('sources', 'sources.id', 'tables.source_id')
    .select(['tables.name', 'tables.description', 'tables.edit_version', 'sources.name as source'])
    .where('tables.id', '=', tableId)
    .executeTakeFirstOrThrow();
  const columns = await columnsAt(c.tx, tableId, record.edit_version);
  const { name, description, source } = record;
  const search_text = searchText([name, description, source, ...columns.map((column) => column.name)]);
  await c.tx.updateTable('all_tables').set({ search_text }).where('id', '=', tableId).execute();
}

/** Archives a table or makes it active again. */
export async function setTableState(
  c: Change,
  tableId: string,
  state: TableRecord['state'],
  opId: number,
): Promise<TableRecord> {
  await keepTables(c, [tableId]);
  const record = await c.tx
    .updateTable('all_tables')
    .set({ state, updated_at: c.at })
    .where('id', '=', tableId)
    .returningAll()
    .executeTakeFirstOrThrow();
  c.emit(record.workbook_id, 'artifact.updated', {
    name: record.name,
    artifact_id: tableId,
    edit_version: record.edit_version,
    op_id: opId,
    state,
  });
  return record;
}

/** For a table whose sheet has another name in the new file. */
export async function setSourceSheet(c: Change, tableId: string, sheet: string): Promise<void> {
  await c.tx.updateTable('all_tables').set({ source_sheet: sheet }).where('id', '=', tableId).execute();
}

/** Sets whether a table that was just computed is already stale. */
export async function setStale(c: Change, tableId: string, isStale: boolean): Promise<void> {
  const stale_since = isStale ? c.at : null;
  await c.tx.updateTable('all_tables').set({ stale_since }).where('id', '=', tableId).execute();
}

/** Marks a table whose definition has changed. One that is already stale keeps its time. */
export async function markRedefinedTableStale(c: Change, tableId: string): Promise<TableRecord> {
  const record = await c.tx
    .selectFrom('all_tables')
    .selectAll()
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  await markTablesStale(c, record, [tableId]);
  return record;
}

/** Marks tables that are computed from a changed one. Tables that are already stale keep their time. */
export async function markTablesStale(c: Change, cause: TableRecord, tableIds: string[]): Promise<void> {
  if (tableIds.length === 0) return;
  const marked = await c.tx
    .updateTable('all_tables')
    .set({ stale_since: c.at })
    .where('id', 'in', tableIds)
    .where('stale_since', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of marked) {
    c.emit(cause.workbook_id, 'artifact.stale', {
      name,
      artifact_id: id,
      stale_since: c.at,
      cause: cause.id,
    });
  }
}

/**
 * Deletes tables; those that a snapshot or an open branch names keep their versions and can come back. No table may
 * still be computed from them.
 */
export async function deleteTableRecords(
  c: Change,
  workbookId: string,
  tables: readonly { id: string; name: string }[],
): Promise<void> {
  const ids = tables.map(({ id }) => id);
  for (const some of batches(ids, PURGED_AT_ONCE)) await keepTables(c, some);
  await c.tx
    .updateTable('all_tables')
    // The name becomes free: no name of a table contains a tab.
    .set((eb) => ({ deleted_at: c.at, name_key: sql<string>`'\t' || ${eb.ref('id')}`, stale_since: null }))
    .where('id', 'in', ids)
    .execute();
  await purgeDeletedTables(c.tx, workbookId);
  for (const { id, name } of tables) c.emit(workbookId, 'artifact.deleted', { name, artifact_id: id });
}

/** Well below what either database accepts in one statement. */
const PURGED_AT_ONCE = 500;

/** Removes the deleted tables of a workbook that no snapshot and no open branch names, with all their versions. */
export async function purgeDeletedTables(tx: Tx, workbookId: string): Promise<void> {
  // Citus cannot delete by what tables that are not distributed contain, so they are looked up first.
  const unnamed = await tx
    .selectFrom('all_tables')
    .select('id')
    .where('workbook_id', '=', workbookId)
    .where('deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('snapshot_tables')
            .select('table_id')
            .whereRef('snapshot_tables.table_id', '=', 'all_tables.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('branch_bases')
            .innerJoin('branches', 'branches.id', 'branch_bases.branch_id')
            .select('table_id')
            .whereRef('branch_bases.table_id', '=', 'all_tables.id')
            .where('branches.status', '=', 'open'),
        ),
      ),
    )
    .execute();
  for (const batch of batches(unnamed, PURGED_AT_ONCE)) {
    const ids = batch.map(({ id }) => id);
    await tx.deleteFrom('all_tables').where('id', 'in', ids).execute();
  }
}

/** Brings a deleted table back under its id. Its name must be free. */
export async function reviveTable(c: Change, tableId: string, name: string): Promise<void> {
  await keepTables(c, [tableId]);
  await c.tx
    .updateTable('all_tables')
    .set({ deleted_at: null, name, name_key: nameKey(name), updated_at: c.at })
    .where('id', '=', tableId)
    .execute();
  await refreshSearchText(c, tableId);
}

/** Deleted tables that may come back no longer come from a source that is deleted itself. */
export async function forgetSource(c: Change, sourceId: string): Promise<void> {
  await c.tx
    .updateTable('all_tables')
    .set({ source_id: null })
    .where('source_id', '=', sourceId)
    .where('deleted_at', 'is not', null)
    .execute();
}

/** For a workbook that is deleted itself, so without an event for each table. */
export async function deleteTablesOfWorkbook(c: Change, workbookId: string): Promise<void> {
  await c.tx.deleteFrom('all_tables').where('workbook_id', '=', workbookId).execute();
}
