import type { JobRecord } from '../catalog/job-records.js';
import type { ChangedTable } from '../features/tables/change-columns.js';
import type { DeletedTables } from '../features/tables/delete-table.js';
import type { VisibleFormula } from '../features/tables/formula-result.js';
import type { ArchivedTable } from '../features/tables/set-table-state.js';
import { acceptedJob } from './accepted-job.js';
import { ok } from './answer.js';
import { columnsBody, tableBody } from './tables.js';

export function changedColumnsAnswer(changed: ChangedTable) {
  return ok(changedColumnsBody(changed), etag(changed));
}

export function changedColumnsBody(changed: VisibleFormula) {
  return { ...columnsBody(changed.table), ...changeBody(changed) };
}

/** After a formula was set: the columns of its table, or the job that computes it. */
export function formulaAnswer(set: ChangedTable | JobRecord) {
  return 'table' in set ? changedColumnsAnswer(set) : acceptedJob(set);
}

export function changedTableAnswer(changed: ChangedTable) {
  return ok({ ...tableBody(changed.table), ...changeBody(changed) }, etag(changed));
}

export function deletedTablesBody({ id, name, deleted, opId, dryRun }: DeletedTables) {
  return { id, name, deleted, op_id: opId, dry_run: dryRun };
}

export function stateBody({ row, opId, dryRun }: ArchivedTable) {
  const { name, state } = row;
  return { name, state, table_name: name, type: 'table', op_id: opId, dry_run: dryRun };
}

function changeBody({ opId, stale, dryRun }: Pick<ChangedTable, 'opId' | 'stale' | 'dryRun'>) {
  return { op_id: opId, stale, dry_run: dryRun };
}

function etag({ table }: ChangedTable): Record<string, string> {
  return { etag: `"${table.version}"` };
}
