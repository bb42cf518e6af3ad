import type { Change } from '../catalog/change.js';
import { type ColumnRecord, nameKey, type TableRow } from '../catalog/tables.js';
import { newId } from '../core/ids.js';
import { problem } from '../core/problems.js';
import type { Cells } from '../core/row-edits.js';
import { searchText } from '../core/search-text.js';

export interface NewTable {
  workbookId: string;
  opId: number;
  name: string;
  kind: 'base' | 'derived';
  columns: ColumnRecord[];
  rowCount: number;
  segment: { hash: string; size: number };
  source?: { id: string; sheet: string; filename: string };
}

/** Registers a table with its first version. The segment is in the blob store already. */
export async function insertTable(change: Change, table: NewTable): Promise<TableRow> {
  const row: TableRow = {
    id: newId('art'),
    workbook_id: table.workbookId,
    name: table.name,
    name_key: nameKey(table.name),
    kind: table.kind,
    state: 'active',
    description: null,
    edit_version: 1,
    row_count: table.rowCount,
    next_row_id: table.rowCount + 1,
    source_id: table.source?.id ?? null,
    source_sheet: table.source?.sheet ?? null,
    search_text: searchText([
      table.name,
      table.source?.filename,
      ...table.columns.map((column) => column.name),
    ]),
    created_at: change.at,
    updated_at: change.at,
  };
  const at = { table_id: row.id, version: row.edit_version };
  await change.tx.insertInto('tables').values(row).execute();
  await change.tx
    .insertInto('table_schemas')
    .values({ ...at, columns: JSON.stringify(table.columns) })
    .execute();
  await change.tx
    .insertInto('table_segments')
    .values({ ...at, blob_hash: table.segment.hash, size: table.segment.size, row_count: table.rowCount })
    .execute();
  await change.tx
    .insertInto('table_versions')
    .values({ ...at, op_id: table.opId, row_count: table.rowCount, created_at: change.at })
    .execute();
  await change.emit(table.workbookId, 'artifact.updated', {
    name: row.name,
    artifact_id: row.id,
    edit_version: row.edit_version,
    op_id: table.opId,
  });
  return row;
}

export type RowChange =
  | { kind: 'insert'; after: Cells }
  | { kind: 'update'; rowId: number; before: Cells; after: Cells }
  | { kind: 'delete'; rowId: number; before: Cells };

export interface TableEdit {
  tableId: string;
  /** Null: whatever the version is. */
  expectedVersion: number | null;
  opKind: string;
  actor?: string | null;
  request: unknown;
  rows: RowChange[];
}

/** Appends one version to a table's log. Of any number of writers on one version exactly one gets through. */
export async function appendEdits(
  change: Change,
  edit: TableEdit,
): Promise<{ version: number; opId: number; insertedIds: number[] }> {
  const inserted = edit.rows.filter((row) => row.kind === 'insert').length;
  const deleted = edit.rows.filter((row) => row.kind === 'delete').length;
  const table = await takeVersion(change, edit, { inserted, deleted });
  const opId = await change.op({
    workbookId: table.workbook_id,
    kind: edit.opKind,
    tableId: edit.tableId,
    actor: edit.actor,
    request: edit.request,
  });
  let nextId = table.next_row_id - inserted;
  const insertedIds: number[] = [];
  const entries = edit.rows.map((row) => {
    const rowId = row.kind === 'insert' ? nextId++ : row.rowId;
    if (row.kind === 'insert') insertedIds.push(rowId);
    return {
      table_id: edit.tableId,
      version: table.edit_version,
      row_id: rowId,
      kind: row.kind,
      before: row.kind === 'insert' ? null : JSON.stringify(row.before),
      after: row.kind === 'delete' ? null : JSON.stringify(row.after),
    };
  });
  for (let start = 0; start < entries.length; start += INSERT_BATCH) {
    await change.tx
      .insertInto('row_edits')
      .values(entries.slice(start, start + INSERT_BATCH))
      .execute();
  }
  await change.tx
    .insertInto('table_versions')
    .values({
      table_id: edit.tableId,
      version: table.edit_version,
      op_id: opId,
      row_count: table.row_count,
      created_at: change.at,
    })
    .execute();
  await change.audit({
    chain: table.workbook_id,
    action: edit.opKind,
    target: edit.tableId,
    detail: { op_id: opId, edit_version: table.edit_version, rows: edit.rows.length },
  });
  await change.emit(table.workbook_id, 'artifact.updated', {
    name: table.name,
    artifact_id: edit.tableId,
    edit_version: table.edit_version,
    op_id: opId,
  });
  return { version: table.edit_version, opId, insertedIds };
}

/** Six parameters a row, well below what either database takes in one statement. */
const INSERT_BATCH = 500;

async function takeVersion(
  change: Change,
  edit: TableEdit,
  rows: { inserted: number; deleted: number },
): Promise<TableRow> {
  const { tableId, expectedVersion } = edit;
  const taken = await change.tx
    .updateTable('tables')
    .set((eb) => ({
      edit_version: eb('edit_version', '+', 1),
      row_count: eb('row_count', '+', rows.inserted - rows.deleted),
      next_row_id: eb('next_row_id', '+', rows.inserted),
      updated_at: change.at,
    }))
    .where('id', '=', tableId)
    .$if(expectedVersion !== null, (query) => query.where('edit_version', '=', expectedVersion as number))
    .returningAll()
    .executeTakeFirst();
  if (taken) return taken;
  const current = await change.tx
    .selectFrom('tables')
    .select('edit_version')
    .where('id', '=', tableId)
    .executeTakeFirst();
  if (!current) throw problem('not-found', 'The table was deleted.');
  throw problem(
    'version-conflict',
    `The table is at version ${current.edit_version}, not ${expectedVersion}.`,
    {
      members: { current_version: current.edit_version },
    },
  );
}
