import type { Cells } from '@workbook-data-service/sheets/values';
import { editsBetween, editsOfRows, type LoggedEdit } from '../../catalog/row-edits.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { rowStates } from '../../workbook/ungoverned/row-states.js';
import { appendVersion, type RowChange } from '../../workbook/writing/write-tables.js';
import type { Service } from '../service.js';
import { castOldValue } from '../tables/cast-old-value.js';
import { withFormulas } from '../tables/with-formulas.js';
import type { Inverse, OverlappingEdit } from './inverse.js';
import { inverseOfColumns } from './inverse-of-columns.js';

/** Writes the rows as they were before a version, and the columns if the version changed them too. */
export async function inverseOfRows(
  service: Service,
  table: GovernedTable,
  version: number,
  spent: ReadonlySet<number>,
): Promise<Inverse> {
  const { id: tableId, workbook_id: workbookId } = table.record;
  const log = await logOfOp(service, tableId, version);
  const spentVersions = await versionsOf(service, tableId, version, spent);
  const before = await rowStates(service.data, {
    workbookId,
    tableId,
    version: version - 1,
    rowIds: log.done.filter(({ kind }) => kind !== 'insert').map(({ rowId }) => rowId),
    columnIds: columnsWritten(log.done),
  });
  const columns = await inverseOfColumns(service.catalog.db, table, version);
  const kept = columns && new Set(columns.map(({ id }) => id));
  const restored = table.columns.filter(({ id }) => kept?.has(id) ?? true);
  const inverse = log.done.flatMap((edit) =>
    invert(restored, edit, before.get(edit.rowId), log.gone.has(edit.rowId)),
  );
  const { computed: rows } = await withFormulas(service, table, inverse);
  return {
    changedSince: findOverlappingEdits(table, log, version, spentVersions),
    rows: rows.length,
    write: (c, edit) => appendVersion(c, { ...edit, rows, ...(columns && { columns }) }),
  };
}

/** Undefined if rows were deleted, which come back with all their cells. */
function columnsWritten(edits: readonly LoggedEdit[]): Set<string> | undefined {
  if (edits.some(({ kind }) => kind === 'delete')) return undefined;
  return new Set(edits.flatMap(({ after }) => Object.keys(after ?? {})));
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
  const done = await editsBetween(db, tableId, version - 1, version);
  const rowIds = done.map(({ rowId }) => rowId);
  const later = await editsOfRows(db, tableId, rowIds, { after: version });
  const gone = new Set<number>();
  for (const { rowId, kind } of [...done, ...later]) {
    if (kind === 'delete') gone.add(rowId);
    else gone.delete(rowId);
  }
  return { done, later, gone };
}

/** The versions that these ops gave to a table. */
async function versionsOf(
  service: Service,
  tableId: string,
  after: number,
  ops: ReadonlySet<number>,
): Promise<Set<number>> {
  if (ops.size === 0) return new Set();
  const rows = await service.catalog.db
    .selectFrom('table_versions')
    .select(['version', 'op_id'])
    .where('table_id', '=', tableId)
    .where('version', '>', after)
    .execute();
  return new Set(rows.flatMap(({ version, op_id }) => (ops.has(op_id) ? version : [])));
}

/** Later edits of cells that the op changed, without those that were undone; inserting or deleting a row counts as changing all its cells. */
function findOverlappingEdits(
  table: GovernedTable,
  { done, later }: OpLog,
  version: number,
  spent: ReadonlySet<number>,
): OverlappingEdit[] {
  const byRow = new Map(done.map((edit) => [edit.rowId, edit]));
  const nameOf = new Map(table.columns.map(({ id, name }) => [id, name]));
  return later.flatMap((edit) => {
    const ours = byRow.get(edit.rowId);
    if (!ours || edit.version <= version || spent.has(edit.version)) return [];
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
