import { say } from '@workbook-data-service/contract/messages';
import { removeBases } from '../../catalog/branches.js';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { requireKept } from '../../catalog/kept-history.js';
import { editsBetween } from '../../catalog/row-edits.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedTable,
  hidesAnythingOf,
  type ReadableTable,
} from '../../workbook/governance/governed-tables.js';
import { closeConflictsOfOp } from '../../workbook/writing/conflicts.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import { MERGE_KIND } from '../merging/commit-merge.js';
import type { Service } from '../service.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import type { Inverse, OverlappingEdit } from './inverse.js';
import { changesColumns } from './inverse-of-columns.js';
import { inverseOfRows } from './inverse-of-rows.js';
import { spentOps } from './later-ops.js';
import { isUndoable, type OpRow, requireOp, rowKinds } from './list-ops.js';
import { nameInUse } from './put-back.js';
import { CHANGE_UNDONE, lockPlanned, planChangeUndo, writeChangeUndo } from './undo-change.js';
import { inverseOfOverrides } from './undo-overrides.js';
import type { RestoreOp } from './write-restore.js';

export interface UndoInput {
  workbookId: string;
  opId: number;
  force?: boolean | undefined;
  dryRun?: boolean | undefined;
  actor?: string | null | undefined;
}

export interface Undone {
  opId: number;
  undoneOpId: number;
  /** The tables that were written, each at its new version. */
  tables: { name: string; tableId: string; version: number; rows: number }[];
  stale: string[];
  dryRun: boolean;
}

const MAX_NAMED = 100;

/** Takes back an op, as a new op: rows cell by cell, anything else by the state before. */
export async function undoOp(
  service: Service,
  caller: Caller,
  input: UndoInput,
  commit: CommitOptions,
): Promise<Undone> {
  const plan = async () => {
    const op = await requireOp(service, input.workbookId, input.opId);
    if (!isUndoable(op)) throw notUndoable(op.undone_by, op.op_id);
    return (await isOfRows(service, op))
      ? await planUndo(service, caller, op, input)
      : await planOther(service, caller, op, input);
  };
  try {
    return await changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit);
  } catch (error) {
    if (violatedKey(error) === undefined) throw error;
    throw nameInUse();
  }
}

interface TableInverse {
  table: ReadableTable;
  inverse: Inverse;
}

/** Whether an op is undone row by row. The undo of one is, unless it wrote more than rows. */
async function isOfRows(service: Service, op: OpRow): Promise<boolean> {
  if (op.kind !== 'rows.undo') return rowKinds.has(op.kind);
  const { db } = service.catalog;
  for (const { tableId, version, kind, rewrites } of await versionsOfOp(service, op))
    if (kind === 'derived' || rewrites === 1 || (await changesColumns(db, tableId, version))) return false;
  return true;
}

async function planOther(
  service: Service,
  caller: Caller,
  op: OpRow,
  input: UndoInput,
): Promise<Write<Omit<Undone, 'dryRun'>>> {
  const planned = await planChangeUndo(service, caller, op, input);
  if (!planned) throw notUndoable(null, op.op_id);
  return async (c) => {
    await lockPlanned(c, planned);
    const restoring = await takeUndoOp(c, op, CHANGE_UNDONE, input.actor);
    const written = await writeChangeUndo(c, service, planned, restoring, input);
    await c.audit({
      chain: op.workbook_id,
      action: 'op.undone',
      detail: { op_id: restoring.opId, undone_op_id: op.op_id, kind: op.kind },
    });
    await markUndone(c, op, restoring.opId);
    return { opId: restoring.opId, undoneOpId: op.op_id, ...written };
  };
}

async function takeUndoOp(
  c: Change,
  { workbook_id: workbookId, op_id, table_id }: OpRow,
  kind: 'rows.undo' | 'op.undo',
  actor: string | null | undefined,
): Promise<RestoreOp> {
  const operation = { operation: 'undoOp', input: { opId: op_id } } as const;
  const tableId = table_id === null ? {} : { tableId: table_id };
  const opId = await c.op({ workbookId, kind, actor, operation, ...tableId });
  return { workbookId, opId, kind, actor, operation };
}

async function markUndone(c: Change, { workbook_id, op_id }: OpRow, undoneBy: number): Promise<void> {
  const marked = await c.tx
    .updateTable('ops')
    .set({ undone_by: undoneBy })
    .where('workbook_id', '=', workbook_id)
    .where('op_id', '=', op_id)
    .where('undone_by', 'is', null)
    .returning('op_id')
    .executeTakeFirst();
  if (!marked) throw notUndoable(undoneBy, op_id);
}

async function planUndo(
  service: Service,
  caller: Caller,
  op: OpRow,
  { workbookId, opId, force, actor }: UndoInput,
): Promise<Write<Omit<Undone, 'dryRun'>>> {
  const spent = await spentOps(service.catalog.db, op);
  const inverses: TableInverse[] = [];
  const versions = await versionsOfOp(service, op);
  for (const { tableId, version } of versions) {
    await requireKept(service.catalog.db, tableId, version - 1);
    // An undo writes old values, so the policies on past columns apply too.
    const table = await service.data.as(caller).tableOfPast(workbookId, tableId);
    await refuseHidden(service, table, version);
    const inverse =
      table.record.kind === 'derived'
        ? await inverseOfOverrides(service, table, { opId, version })
        : await inverseOfRows(service, table, version, spent);
    inverses.push({ table, inverse });
  }
  const overlaps = inverses.flatMap(({ inverse }) => inverse.changedSince);
  if (overlaps.length > 0 && !force) throw changedSince(opId, overlaps);
  return async (c) => {
    // The plan is valid for these versions of the tables only.
    for (const { table } of inverses) await lockTable(c, table.record.id, table.version);
    // Nor if what was read has ended meanwhile.
    for (const { tableId, version } of versions) await requireKept(c.tx, tableId, version - 1);
    return await writeUndo(c, op, inverses, actor);
  };
}

/** The versions that an op gave to tables that still exist, in order of the tables' ids. */
async function versionsOfOp(
  service: Service,
  { workbook_id, op_id }: OpRow,
): Promise<{ tableId: string; version: number; kind: 'base' | 'derived'; rewrites: number }[]> {
  return await service.catalog.db
    .selectFrom('table_versions')
    .innerJoin('tables', 'tables.id', 'table_versions.table_id')
    .select([
      'table_versions.table_id as tableId',
      'table_versions.version',
      'table_versions.rewrites',
      'tables.kind',
    ])
    .where('tables.workbook_id', '=', workbook_id)
    .where('table_versions.op_id', '=', op_id)
    .orderBy('table_versions.table_id')
    .execute();
}

async function writeUndo(
  c: Change,
  op: OpRow,
  inverses: readonly TableInverse[],
  actor: string | null | undefined,
): Promise<Omit<Undone, 'dryRun'>> {
  const { workbookId, opId, kind: opKind, operation } = await takeUndoOp(c, op, 'rows.undo', actor);
  const tables: Undone['tables'] = [];
  const stale = new Set<string>();
  for (const { table, inverse } of inverses) {
    const { id: tableId, name } = table.record;
    const edit = { workbookId, tableId, expectedVersion: table.version, opId, opKind, actor, operation };
    const appended = await inverse.write(c, edit);
    tables.push({ name, tableId, version: appended.version, rows: inverse.rows });
    for (const one of appended.stale) stale.add(one);
  }
  if (op.kind === MERGE_KIND) await undoMergeRecords(c, op, opId);
  await markUndone(c, op, opId);
  return { opId, undoneOpId: op.op_id, tables, stale: [...stale] };
}

/** The file counts as not merged, so that it can be sent again. */
async function undoMergeRecords(c: Change, op: OpRow, undoneBy: number): Promise<void> {
  await removeBases(c, op.workbook_id, op.op_id);
  await closeConflictsOfOp(c, op.workbook_id, op.op_id);
  await c.audit({
    chain: op.workbook_id,
    action: 'branch.merge_undone',
    detail: { op_id: undoneBy, undone_op_id: op.op_id },
  });
}

/** Inserting or deleting rows changes all their cells, including hidden ones. */
async function refuseHidden(service: Service, table: GovernedTable, version: number): Promise<void> {
  if (!hidesAnythingOf(table)) return;
  const open = new Set(table.columns.filter(({ masked }) => !masked).map(({ id }) => id));
  const edits = await editsBetween(service.catalog.db, table.record.id, version - 1, version);
  const isOpen = edits.every(
    ({ kind, after }) => kind === 'update' && Object.keys(after ?? {}).every((id) => open.has(id)),
  );
  if (!isOpen || (await changesColumns(service.catalog.db, table.record.id, version)))
    throw problem('forbidden', say('undo-hidden-columns'));
}

function notUndoable(undoneBy: number | null, opId: number) {
  return problem(
    'conflict',
    undoneBy === null ? say('op-not-undoable', { op: opId }) : say('op-undone', { op: opId, by: undoneBy }),
    {
      fix: say('fix-undo'),
    },
  );
}

function changedSince(opId: number, conflicts: OverlappingEdit[]) {
  return problem('conflict', say('undo-later-edits', { op: opId }), {
    fix: say('fix-undo-later-edits'),
    members: { conflicts: conflicts.slice(0, MAX_NAMED) },
  });
}
