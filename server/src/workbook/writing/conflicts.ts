import type { Selectable } from 'kysely';
import type { Change } from '../../catalog/change.js';
import { type CellPlace, cellKey } from '../../catalog/overrides.js';
import type { Schema } from '../../catalog/schema.js';
import { columnsAt, type TableRecord } from '../../catalog/tables.js';
import { newId } from '../../core/ids.js';

export type ConflictRecord = Selectable<Schema['conflicts']>;

/** The column id of a conflict over a whole row, whose values are objects of cells by column id. */
export const WHOLE_ROW = '';

export interface NewConflict extends CellPlace {
  kind: ConflictRecord['kind'];
  /** JSON, or null if the cell does not exist: the common base, the previous value and the incoming one. */
  base: string | null;
  previous: string | null;
  incoming: string | null;
}

/** SQLite takes some 30,000 parameters in one statement. */
const OPEN_BATCH = 500;
const CLOSE_BATCH = 5000;

/**
 * Opens conflicts for cells of a table's new version; one that is already open gets the latest values. Returns them.
 */
export async function openConflicts(
  c: Change,
  table: TableRecord,
  opId: number,
  found: readonly NewConflict[],
): Promise<ConflictRecord[]> {
  if (found.length === 0) return [];
  const open = await openConflictsOf(c, table.id);
  const opened: ConflictRecord[] = [];
  const updated: ConflictRecord[] = [];
  for (const { kind, rowId, columnId, base, previous, incoming } of found) {
    const same = open.get(`${kind} ${cellKey({ rowId, columnId })}`);
    if (same) {
      const latest = { previous, incoming, op_id: opId, version: table.edit_version - 1 };
      await c.tx.updateTable('conflicts').set(latest).where('id', '=', same.id).execute();
      updated.push({ ...same, ...latest });
      continue;
    }
    opened.push({
      id: newId('cfl'),
      workbook_id: table.workbook_id,
      table_id: table.id,
      row_id: rowId,
      column_id: columnId,
      version: table.edit_version - 1,
      kind,
      status: 'open',
      base,
      previous,
      incoming,
      op_id: opId,
      created_at: c.at,
      resolved_at: null,
      resolved_by: null,
      note: null,
    });
  }
  const columns = await columnsAt(c.tx, table.id, table.edit_version - 1);
  const names = new Map(columns.map(({ id, name }) => [id, name]));
  for (let start = 0; start < opened.length; start += OPEN_BATCH) {
    const batch = opened.slice(start, start + OPEN_BATCH);
    await c.tx.insertInto('conflicts').values(batch).execute();
    const events = batch.map(({ id, row_id, column_id, kind }) => ({
      conflict_id: id,
      table: table.name,
      artifact_id: table.id,
      column: names.get(column_id) ?? null,
      row_id,
      kind,
    }));
    c.emit(table.workbook_id, 'conflict.created', ...events);
  }
  return [...updated, ...opened];
}

/** Closes the open conflicts of cells whose overrides were dropped or set again. */
export async function closeOverrideConflicts(
  c: Change,
  tableId: string,
  cells: readonly CellPlace[],
  status: 'acknowledged' | 'dropped',
): Promise<void> {
  const open = await openConflictsOf(c, tableId);
  const ids = cells.flatMap((cell) => open.get(`stale_override ${cellKey(cell)}`)?.id ?? []);
  for (let start = 0; start < ids.length; start += CLOSE_BATCH)
    await c.tx
      .updateTable('conflicts')
      .set({ status, resolved_at: c.at, resolved_by: c.author.userId })
      .where('id', 'in', ids.slice(start, start + CLOSE_BATCH))
      .execute();
}

export async function closeConflict(
  c: Change,
  id: string,
  status: Exclude<ConflictRecord['status'], 'open'>,
  note: string | null,
): Promise<ConflictRecord | undefined> {
  return await c.tx
    .updateTable('conflicts')
    .set({ status, resolved_at: c.at, resolved_by: c.author.userId, note })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();
}

/** Closes what is still open of the conflicts that an op opened, because the op was undone. */
export async function closeConflictsOfOp(c: Change, workbookId: string, opId: number): Promise<void> {
  await c.tx
    .updateTable('conflicts')
    .set({ status: 'reverted', resolved_at: c.at, resolved_by: c.author.userId })
    .where('workbook_id', '=', workbookId)
    .where('op_id', '=', opId)
    .where('status', '=', 'open')
    .execute();
}

/** Closes what is still open of the conflicts that a table got after a version, because it has that version again. */
export async function closeConflictsSince(c: Change, tableId: string, version: number): Promise<void> {
  await c.tx
    .updateTable('conflicts')
    .set({ status: 'reverted', resolved_at: c.at, resolved_by: c.author.userId })
    .where('table_id', '=', tableId)
    .where('version', '>=', version)
    .where('status', '=', 'open')
    .execute();
}

/** For tables that are deleted. */
export async function forgetConflicts(c: Change, tableIds: readonly string[]): Promise<void> {
  await c.tx.deleteFrom('conflicts').where('table_id', 'in', tableIds).execute();
}

async function openConflictsOf(c: Change, tableId: string): Promise<Map<string, ConflictRecord>> {
  const rows = await c.tx
    .selectFrom('conflicts')
    .selectAll()
    .where('table_id', '=', tableId)
    .where('status', '=', 'open')
    .execute();
  return new Map(
    rows.map((row) => [`${row.kind} ${cellKey({ rowId: row.row_id, columnId: row.column_id })}`, row]),
  );
}
