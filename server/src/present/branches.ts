import type { Page } from '../core/paging.js';
import type { BranchView, ClosedBranch } from '../features/branches/branches.js';

function branchBody(view: BranchView) {
  return {
    branch_id: view.id,
    table: view.table,
    artifact_id: view.table_id,
    base_version: view.version,
    rows: view.row_count,
    status: view.status,
    merged_at: view.merged_at,
    filename: view.filename,
    created_at: view.created_at,
    created_by: view.created_by,
  };
}

export function branchListBody({ items, nextCursor }: Page<BranchView>) {
  return { branches: items.map(branchBody), next_cursor: nextCursor };
}

export function closedBranchBody({ branchId, filename, closedAt, opId, tables }: ClosedBranch) {
  return {
    branch_id: branchId,
    status: 'closed' as const,
    filename,
    closed_at: closedAt,
    op_id: opId,
    branches: tables.map((table) => branchBody({ ...table, status: 'closed' })),
  };
}
