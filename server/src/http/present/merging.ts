import type { MergedFile } from '../../features/merging/merge-file.js';
import { conflictBody } from './overrides.js';

const MOST_DETAILS = 100;

function mergedTableBody(table: MergedFile['tables'][number]) {
  const { name, tableId, version, counts, cells, columns, conflicts, readings, skipped, planned } = table;
  return {
    name,
    artifact_id: tableId,
    edit_version: version,
    rows: counts,
    cells,
    columns,
    conflicts,
    readings,
    skipped,
    ...(planned && { changes: planned.map(({ rowId, ...cell }) => ({ ...cell, row_id: rowId })) }),
  };
}

export function mergedFileBody(merged: MergedFile) {
  const { tables, conflicts } = merged;
  const [only, ...more] = tables;
  const sum = (of: (table: (typeof tables)[number]) => number) =>
    tables.reduce((total, table) => total + of(table), 0);
  return {
    branch_id: merged.branchId,
    op_id: merged.opId,
    edit_version: only && more.length === 0 ? only.version : null,
    applied: sum(({ cells }) => cells),
    inserted: sum(({ counts }) => counts.inserted),
    deleted: sum(({ counts }) => counts.deleted),
    unchanged: sum(({ counts }) => counts.unchanged),
    tables: tables.map(mergedTableBody),
    conflicts: conflicts.map(({ row }) => row.id),
    conflict_details: conflicts.slice(0, MOST_DETAILS).map(conflictBody),
    summary: merged.summary,
    warnings: merged.warnings,
    stale: merged.stale,
    dry_run: merged.dryRun,
  };
}
