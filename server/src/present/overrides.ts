import type { Cells, CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { presentCell } from '@workbook-data-service/sheets/values';
import { type Page, sortable } from '../core/paging.js';
import type { ConflictPage, ConflictView } from '../features/conflicts/conflicts.js';
import type { ResolvedConflict } from '../features/conflicts/resolve-conflict.js';
import type { DroppedOverrides } from '../features/overrides/drop-overrides.js';
import { isApplied, type VisibleOverride } from '../features/tables/visible-overrides.js';
import type { GovernedTable } from '../workbook/governance/governed-tables.js';

/** Oldest first. */
export function overridePosition({ row }: VisibleOverride): string {
  return `${row.created_at} ${sortable(row.row_id)} ${row.column_id}`;
}

export function overrideListBody({ version }: GovernedTable, { items, nextCursor }: Page<VisibleOverride>) {
  const bodies = items.map(({ row, column }) => ({
    row_id: row.row_id,
    column: column.name,
    value: shownCell(row.value, column.type),
    computed: shownCell(row.computed, column.type),
    applied: isApplied(row),
    user_id: row.user_id,
    actor: row.actor,
    op_id: row.op_id,
    created_at: row.created_at,
  }));
  return { overrides: bodies, edit_version: version, next_cursor: nextCursor };
}

export function droppedBody({ version, dropped, opId, stale, dryRun }: DroppedOverrides) {
  return { edit_version: version, dropped, op_id: opId, stale, dry_run: dryRun };
}

export function conflictListBody({ conflicts, nextCursor }: ConflictPage) {
  return { conflicts: conflicts.map(conflictBody), next_cursor: nextCursor };
}

export function resolvedBody({ conflict, written, dryRun }: ResolvedConflict) {
  return {
    ...conflictBody(conflict),
    edit_version: written?.version ?? null,
    written_op_id: written?.opId ?? null,
    stale: written?.stale ?? [],
    dry_run: dryRun,
  };
}

export function conflictBody({ row, table, column, columns, isChangedUnseen }: ConflictView) {
  const shown = (value: string | null): unknown => {
    if (!column) return shownRow(value, columns);
    return column.masked ? null : shownCell(value, column.type);
  };
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    table,
    artifact_id: row.table_id,
    row_id: row.row_id,
    column: column?.name ?? null,
    base: shown(row.base),
    previous: shown(row.previous),
    incoming: shown(row.incoming),
    masked: column?.masked ?? false,
    hidden_changed: isChangedUnseen,
    op_id: row.op_id,
    created_at: row.created_at,
    resolved_at: row.resolved_at,
    resolved_by: row.resolved_by,
    note: row.note,
  };
}

/** The cells of a whole row, stored as JSON by column id, as far as they are visible. */
function shownRow(kept: string | null, columns: ConflictView['columns']): Record<string, CellValue> | null {
  if (kept === null) return null;
  const cells = JSON.parse(kept) as Cells;
  const visible = columns.filter(({ id, masked }) => !masked && id in cells);
  return Object.fromEntries(
    visible.map(({ id, name, type }) => [name, presentCell(cells[id] ?? null, type)]),
  );
}

/** A cell stored as JSON, as it appears in rows. */
export function shownCell(kept: string | null, type: ColumnType): CellValue {
  return kept === null ? null : presentCell(JSON.parse(kept) as CellValue, type);
}
