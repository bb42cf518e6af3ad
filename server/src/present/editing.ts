import type { TableRecord } from '../catalog/tables.js';
import type { Page } from '../core/paging.js';
import { isUndoable, type OpRow } from '../features/history/list-ops.js';
import type { RowChangeEntry } from '../features/history/row-history.js';
import type { Undone } from '../features/history/undo-op.js';
import type { Deleted } from '../features/tables/delete-rows.js';
import type { UpsertedRows } from '../features/tables/upserted-rows.js';
import { operationCode } from './operation-requests.js';

export function createdTableBody(row: TableRecord) {
  const { id, name, kind, edit_version } = row;
  return { table: { id, name, type: 'table', edit_version, layer: kind, table_name: name } };
}

export function upsertedBody({ version, inserted, updated, rowIds, opId, stale, dryRun }: UpsertedRows) {
  return { edit_version: version, inserted, updated, row_ids: rowIds, op_id: opId, stale, dry_run: dryRun };
}

export function deletedBody({ version, deleted, opId, stale, dryRun }: Deleted) {
  return { edit_version: version, deleted, op_id: opId, stale, dry_run: dryRun };
}

export function undoneBody({ opId, undoneOpId, tables, stale, dryRun }: Undone) {
  const [only, ...more] = tables;
  return {
    op_id: opId,
    undone_op_id: undoneOpId,
    edit_version: only && more.length === 0 ? only.version : null,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.map(({ name, tableId, version, rows }) => ({
      name,
      artifact_id: tableId,
      edit_version: version,
      rows,
    })),
    stale,
    dry_run: dryRun,
  };
}

export function historyBody(rowId: number, { items, nextCursor }: Page<RowChangeEntry>) {
  const changes = items.map(({ opId, kind, version, userId, actor, at, change, old, new: after }) => ({
    op_id: opId,
    kind,
    edit_version: version,
    user_id: userId,
    actor,
    at,
    change,
    old,
    new: after,
  }));
  return { row_id: rowId, changes, next_cursor: nextCursor };
}

const undoneBy = ({ operation, input }: OpRow): number | null =>
  operation === 'undoOp' ? (JSON.parse(input ?? '{}') as { opId: number }).opId : null;

/** The code of an op contains cell values, which not every reader of a governed workbook may see. */
export function opListBody({ items, nextCursor }: Page<OpRow>, governed: boolean) {
  const bodies = items.map((op) => ({
    op_id: op.op_id,
    kind: op.kind,
    table: op.table_name,
    deleted_table: op.table_name === null ? op.kept_name : null,
    artifact_id: op.table_id,
    user_id: op.user_id,
    credential_id: op.credential_id,
    actor: op.actor,
    code: governed || op.input === null ? null : operationCode(op.operation, JSON.parse(op.input)),
    undoable: isUndoable(op),
    undoes: undoneBy(op),
    undone_by: op.undone_by,
    created_at: op.created_at,
  }));
  return { ops: bodies, next_cursor: nextCursor };
}
