import { type SnapshotLabel, summaryOf } from '../catalog/snapshots.js';
import type { Page } from '../core/paging.js';
import type { VersionsDifference } from '../features/history/diff-versions.js';
import type { Restored } from '../features/history/restore-snapshot.js';
import type { SnapshotView } from '../features/history/snapshots.js';
import { codeFieldsOf } from './messages.js';

export function snapshotBody({ record, label, endsAt, tables }: SnapshotView) {
  const summary = summaryOf(record);
  return {
    id: record.id,
    summary: summary.text,
    ...codeFieldsOf('summary', summary),
    event_type: record.event_type,
    label,
    created_at: record.created_at,
    created_by: record.created_by,
    actor: record.actor,
    automatic: record.automatic === 1,
    op_id: record.op_id,
    ends_at: endsAt,
    tables: tables.map(({ table_id, name, edit_version, rowCount, state }) => ({
      artifact_id: table_id,
      name,
      edit_version,
      row_count: rowCount,
      state,
    })),
  };
}

export function snapshotListBody({ items, nextCursor }: Page<SnapshotView>) {
  return { snapshots: items.map(snapshotBody), next_cursor: nextCursor };
}

export function versionBody({ label, snapshot_id, summary, created_at, created_by }: SnapshotLabel) {
  return { label, snapshot_id, summary, created_at, created_by };
}

export function versionListBody({ items, nextCursor }: Page<SnapshotLabel>) {
  return { versions: items.map(versionBody), next_cursor: nextCursor };
}

export function restoredBody({ snapshotId, safetySnapshotId, opId, tables, dryRun }: Restored) {
  return {
    snapshot_id: snapshotId,
    safety_snapshot_id: safetySnapshotId,
    op_id: opId,
    tables: tables.map(({ name, tableId, action, version, error, changes }) => ({
      name,
      artifact_id: tableId,
      action,
      edit_version: version,
      error,
      ...(changes && { changes }),
    })),
    dry_run: dryRun,
  };
}

export function versionDiffBody({ from, to, tables, truncated }: VersionsDifference) {
  return {
    from,
    to,
    tables: tables.map(({ tableId, name, renamedFrom, status, columns, rows, cells }) => ({
      name,
      artifact_id: tableId,
      renamed_from: renamedFrom,
      status,
      columns,
      rows,
      cells: cells.map(({ rowId, change, column, old, new: current }) => ({
        row_id: rowId,
        change,
        column,
        old,
        new: current,
      })),
    })),
    truncated,
  };
}
