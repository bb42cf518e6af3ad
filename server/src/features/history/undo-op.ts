import type { CommitOptions } from '../../catalog/change.js';
import { editsBetween, editsOfRows, type LoggedEdit } from '../../catalog/row-edits.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import type { Cells } from '../../core/row-edits.js';
import { type GovernedTable, hidesAnythingOf } from '../../workbook/governance/governed-tables.js';
import { rowStates } from '../../workbook/ungoverned/row-states.js';
import { appendVersion, type RowChange } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import { inverseOfOverrides } from '../overrides/undo-overrides.js';
import type { Service } from '../service.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { withFormulas } from '../tables/with-formulas.js';
import { castOldValue } from './cast-old-value.js';
import type { Inverse, OverlappingEdit } from './inverse.js';
import { isUndoable, requireOp } from './list-ops.js';

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
  version: number;
  rows: number;
  stale: string[];
  dryRun: boolean;
}

const MOST_NAMED = 100;

/** Applies the inverse of an op to the cells it touched, as a new op. */
export async function undoOp(
  service: Service,
  caller: Caller,
  input: UndoInput,
  commit: CommitOptions,
): Promise<Undone> {
  const plan = () => planUndo(service, caller, input);
  return await changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit);
}

async function planUndo(
  service: Service,
  caller: Caller,
  { workbookId, opId, force, actor }: UndoInput,
): Promise<Write<Omit<Undone, 'dryRun'>>> {
  const op = await requireOp(service, workbookId, opId);
  if (!isUndoable(op) || op.table_id === null) throw notUndoable(op.undone_by, opId);
  // An undo writes old values, so the policies on past columns apply too.
  const table = await service.data.as(caller).tableOfPast(workbookId, op.table_id);
  const { version } = await service.catalog.db
    .selectFrom('table_versions')
    .select('version')
    .where('table_id', '=', op.table_id)
    .where('op_id', '=', opId)
    .executeTakeFirstOrThrow();
  await refuseHidden(service, table, version);
  const inverse =
    table.record.kind === 'derived'
      ? await inverseOfOverrides(service, table, { opId, version })
      : await inverseOfRows(service, table, version);
  if (inverse.changedSince.length > 0 && !force) throw changedSince(opId, inverse.changedSince);
  return async (c) => {
    // The plan is valid for this version of the table only.
    const appended = await inverse.write(c, {
      workbookId,
      tableId: table.record.id,
      expectedVersion: table.version,
      opKind: 'rows.undo',
      actor,
      does: { operation: 'undoOp', input: { opId } },
    });
    const marked = await c.tx
      .updateTable('ops')
      .set({ undone_by: appended.opId })
      .where('workbook_id', '=', workbookId)
      .where('op_id', '=', opId)
      .where('undone_by', 'is', null)
      .returning('op_id')
      .executeTakeFirst();
    if (!marked) throw notUndoable(appended.opId, opId);
    return {
      opId: appended.opId,
      undoneOpId: opId,
      version: appended.version,
      rows: inverse.rows,
      stale: appended.stale,
    };
  };
}

async function inverseOfRows(service: Service, table: GovernedTable, version: number): Promise<Inverse> {
  const { id: tableId, workbook_id: workbookId } = table.record;
  const log = await logOfOp(service, tableId, version);
  const before = await rowStates(service.data, {
    workbookId,
    tableId,
    version: version - 1,
    rowIds: log.done.filter(({ kind }) => kind !== 'insert').map(({ rowId }) => rowId),
  });
  const inverse = log.done.flatMap((edit) =>
    invert(table.columns, edit, before.get(edit.rowId), log.gone.has(edit.rowId)),
  );
  const { computed: rows } = await withFormulas(service, table, inverse);
  return {
    changedSince: findOverlappingEdits(table, log, version),
    rows: rows.length,
    write: (c, edit) => appendVersion(c, { ...edit, rows }),
  };
}

interface OpLog {
  /** The edits of the op. */
  done: LoggedEdit[];
  /** Later edits of the same rows. */
  later: LoggedEdit[];
  /** Rows that are currently deleted. */
  gone: Set<number>;
}

async function logOfOp(service: Service, tableId: string, version: number): Promise<OpLog> {
  const { db } = service.catalog;
  const touched = await db
    .selectFrom('row_edits')
    .select('row_id')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .execute();
  const edits = await editsOfRows(
    db,
    tableId,
    touched.map(({ row_id }) => row_id),
  );
  const gone = new Set<number>();
  for (const { rowId, kind } of edits) {
    if (kind === 'delete') gone.add(rowId);
    else gone.delete(rowId);
  }
  return {
    done: edits.filter((edit) => edit.version === version),
    later: edits.filter((edit) => edit.version > version),
    gone,
  };
}

/** Later edits of cells that the op changed; inserting or deleting a row counts as changing all its cells. */
function findOverlappingEdits(
  table: GovernedTable,
  { done, later }: OpLog,
  version: number,
): OverlappingEdit[] {
  const byRow = new Map(done.map((edit) => [edit.rowId, edit]));
  const nameOf = new Map(table.columns.map(({ id, name }) => [id, name]));
  return later.flatMap((edit) => {
    const ours = byRow.get(edit.rowId);
    if (!ours || edit.version <= version) return [];
    const whole = ours.kind !== 'update' || edit.kind !== 'update';
    const overlap = Object.keys(edit.after ?? ours.after ?? {}).filter(
      (id) => whole || id in (ours.after ?? {}),
    );
    if (overlap.length === 0 && !whole) return [];
    return [
      {
        row_id: edit.rowId,
        columns: overlap.flatMap((id) => nameOf.get(id) ?? []),
        edit_version: edit.version,
      },
    ];
  });
}

function invert(
  columns: ColumnRecord[],
  edit: LoggedEdit,
  before: Cells | undefined,
  isGone: boolean,
): RowChange[] {
  const { rowId, kind, after } = edit;
  if (kind === 'insert') return isGone ? [] : [{ kind: 'delete', rowId }];
  if (!before) return [];
  if (kind === 'delete')
    return isGone ? [{ kind: 'insert', rowId, after: restore(columns, before, () => true) }] : [];
  return isGone
    ? []
    : [{ kind: 'update', rowId, after: restore(columns, before, (id) => id in (after ?? {})) }];
}

/** Old values in the current columns: dropped columns are left out, retyped ones cast. */
function restore(columns: ColumnRecord[], before: Cells, wanted: (id: string) => boolean): Cells {
  const cells: Cells = {};
  for (const column of columns)
    if (wanted(column.id)) cells[column.id] = castOldValue(column, before[column.id]);
  return cells;
}

/** Inserting or deleting rows changes all their cells, including hidden ones. */
async function refuseHidden(service: Service, table: GovernedTable, version: number): Promise<void> {
  if (!hidesAnythingOf(table)) return;
  const open = new Set(table.columns.filter(({ masked }) => !masked).map(({ id }) => id));
  const edits = await editsBetween(service.catalog.db, table.record.id, version - 1, version);
  const isOpen = edits.every(
    ({ kind, after }) => kind === 'update' && Object.keys(after ?? {}).every((id) => open.has(id)),
  );
  if (!isOpen) throw problem('forbidden', 'Undoing it would write columns that you may not see.');
}

function notUndoable(undoneBy: number | null, opId: number) {
  return problem(
    'conflict',
    undoneBy === null ? `Op ${opId} has no inverse.` : `Op ${opId} was undone by op ${undoneBy}.`,
    {
      fix: 'Only rows.upsert and rows.delete can be undone, and only once; GET …/ops says which ops are undoable.',
    },
  );
}

function changedSince(opId: number, conflicts: OverlappingEdit[]) {
  return problem('conflict', `Later edits changed cells that op ${opId} touched.`, {
    fix: 'Undo the later ops first, or repeat with force=true to overwrite them.',
    members: { conflicts: conflicts.slice(0, MOST_NAMED) },
  });
}
