import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { CommitOptions } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { identifyReturnedFile, type OnUnreadable } from '../../workbook/files/returned-file.js';
import { plannedCells } from '../../workbook/reading/planned-cells.js';
import { mergeReturnedFile } from '../../workbook/ungoverned/merging/merge-returned-file.js';
import type { TableMerge } from '../../workbook/ungoverned/merging/table-merge.js';
import type { PlannedCell } from '../../workbook/writing/planned-cell.js';
import type { RowChange } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { allColumns } from '../tables/all-columns.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { withFormulas } from '../tables/with-formulas.js';
import { type CommittedMerge, commitMerge } from './commit-merge.js';
import { branchOfFile, branchUnknown, requireOpenBranch, tablesOfBranch } from './returned-branch.js';

export interface MergeInput {
  workbookId: string;
  /** The name or id of the only table to merge; every table of the file if absent. */
  table?: string | undefined;
  file: ReceivedFile;
  branchId?: string | null | undefined;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
  /** Whether most rows of a table may be deleted, or all of them replaced. */
  confirmDeletes?: boolean | undefined;
  onUnreadable?: OnUnreadable | undefined;
}

export type MergedFile = CommittedMerge & { dryRun: boolean };

/** Merges the tables of a returned file cell by cell with what was changed here since, all of them or none. */
export async function mergeFile(
  service: Service,
  caller: Caller,
  input: MergeInput,
  commit: CommitOptions,
): Promise<MergedFile> {
  const { workbookId, file } = input;
  const identity = await identifyReturnedFile(service.data, workbookId, file);
  const branchId = branchOfFile(identity, input.branchId);
  if (branchId === undefined) throw await branchUnknown(service.catalog.db, workbookId, file.filename);
  const plan = () => planMerge(service, caller, branchId, input);
  return await changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit);
}

async function planMerge(
  service: Service,
  caller: Caller,
  branchId: string,
  input: MergeInput,
): Promise<Write<CommittedMerge>> {
  const { workbookId, file, dryRun = false, confirmDeletes = false, onUnreadable = 'refuse' } = input;
  const branch = await requireOpenBranch(service.catalog.db, workbookId, branchId);
  const { tables, warnings } = await tablesOfBranch(service, caller, branch, input.table);
  const { merges, absent } = await mergeReturnedFile(service.data, workbookId, file, tables, {
    isKept: !dryRun,
    onUnreadable,
    confirmDeletes,
  });
  for (const { table } of absent) warnings.push(say('warn-table-absent', { table: table.record.name }));
  if (!confirmDeletes) {
    for (const merge of merges.filter(deletesMost)) {
      if (!dryRun) throw deletesMostProblem(merge);
      warnings.push(say('warn-deletes-most', whyOf(deletesMostProblem(merge).said.detail)));
    }
  }
  const computed: TableMerge[] = [];
  for (const merge of merges) {
    const { computed: rows } = await withFormulas(service, merge.table, merge.rows);
    computed.push({ ...merge, rows, ...(dryRun && { planned: await plannedCellsOf(service, merge, rows) }) });
  }
  return (c) => commitMerge(c, { branch, file, actor: input.actor, merges: computed, warnings });
}

const MAX_PLANNED_CELLS = 1000;

/** Of the columns after the merge, those that the caller may write: what is hidden from them is not in the file. */
async function plannedCellsOf(
  service: Service,
  { table, columns }: TableMerge,
  rows: RowChange[],
): Promise<PlannedCell[]> {
  const isKnown = new Set((await allColumns(service, table)).map(({ id }) => id));
  const open = new Set(table.columns.filter(({ masked }) => !masked).map(({ id }) => id));
  const after = columns.changed ?? table.columns;
  const visible = after.filter(({ id }) => open.has(id) || !isKnown.has(id));
  return await plannedCells(service.data, table, { rows, columns: visible, most: MAX_PLANNED_CELLS });
}

const FEW_ROWS = 20;

function deletesMost({ table, counts }: TableMerge): boolean {
  const { row_count } = table.record;
  return row_count > FEW_ROWS && counts.deleted > row_count / 2;
}

function deletesMostProblem({ table: { record }, counts: { deleted } }: TableMerge) {
  return problem(
    'merge-deletes-most',
    say('merge-lacks-rows', { deleted, rows: record.row_count, table: record.name }),
    { members: { table: record.name, deleted, row_count: record.row_count } },
  );
}
