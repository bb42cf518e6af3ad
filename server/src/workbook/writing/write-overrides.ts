import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import type { Change } from '../../catalog/change.js';
import { type CellPlace, cellKey, type OverrideRecord, placeOfOverride } from '../../catalog/overrides.js';
import { segmentAt } from '../../catalog/segments.js';
import { closeOverrideConflicts } from './conflicts.js';
import { lockTable } from './lock-table.js';
import {
  type AppendedVersion,
  appendVersion,
  type RowChange,
  type TableEdit,
  versionConflict,
} from './write-tables.js';

/** The new value of a cell of a derived table: an override or, if `value` is undefined, the computed value. */
export interface OverrideChange extends CellPlace {
  value: CellValue | undefined;
  /** Undefined if the cell does not exist. */
  computed: CellValue | undefined;
}

interface OverrideEdit
  extends Pick<TableEdit, 'workbookId' | 'tableId' | 'expectedVersion' | 'opKind' | 'actor' | 'operation'> {
  /** The version that the computed values were read from. */
  readVersion: number;
}

/** Sets and drops overrides as one version of a derived table. */
export async function writeOverrides(
  c: Change,
  { readVersion, ...edit }: OverrideEdit,
  changes: readonly OverrideChange[],
): Promise<AppendedVersion> {
  if (edit.expectedVersion !== readVersion) await refuseRecomputed(c, edit.tableId, readVersion);
  const rows = rowChanges(changes);
  const appended = await appendVersion(c, { ...edit, rows, leavesFresh: rows.length === 0 });
  const { version, opId } = appended;
  await endOverrides(c, edit.tableId, changes, version);
  const set = changes.filter(({ value }) => value !== undefined);
  await insertOverrides(
    c,
    set.map(({ rowId, columnId, value, computed }) => ({
      table_id: edit.tableId,
      row_id: rowId,
      column_id: columnId,
      since_version: version,
      until_version: null,
      value: JSON.stringify(value),
      computed: computed === undefined ? null : JSON.stringify(computed),
      op_id: opId,
      user_id: c.author.userId ?? 'system',
      actor: edit.actor ?? null,
      created_at: c.at,
    })),
  );
  const dropped = changes.filter(({ value }) => value === undefined);
  await closeOverrideConflicts(c, edit.tableId, set, 'acknowledged');
  await closeOverrideConflicts(c, edit.tableId, dropped, 'dropped');
  return appended;
}

/** The computed values of cells, overridden or not, stay the same until the table gets a new segment. */
async function refuseRecomputed(c: Change, tableId: string, readVersion: number): Promise<void> {
  const { edit_version } = await lockTable(c, tableId, null);
  const { version } = await segmentAt(c.tx, tableId, edit_version);
  if (version > readVersion) throw versionConflict(edit_version, readVersion);
}

function rowChanges(changes: readonly OverrideChange[]): RowChange[] {
  const rows = new Map<number, Cells>();
  for (const { rowId, columnId, value, computed } of changes)
    if (computed !== undefined)
      rows.set(rowId, { ...rows.get(rowId), [columnId]: value === undefined ? computed : value });
  return [...rows].map(([rowId, after]) => ({ kind: 'update', rowId, after }));
}

/** SQLite takes some 30,000 parameters in one statement. */
const ROW_BATCH = 5000;
const INSERT_BATCH = 500;

export async function endOverrides(
  c: Change,
  tableId: string,
  cells: readonly CellPlace[],
  version: number,
): Promise<void> {
  const byColumn = new Map<string, number[]>();
  for (const { rowId, columnId } of cells) {
    const rowIds = byColumn.get(columnId);
    if (rowIds) rowIds.push(rowId);
    else byColumn.set(columnId, [rowId]);
  }
  for (const [columnId, rowIds] of byColumn) {
    for (let start = 0; start < rowIds.length; start += ROW_BATCH)
      await c.tx
        .updateTable('overrides')
        .set({ until_version: version })
        .where('table_id', '=', tableId)
        .where('column_id', '=', columnId)
        .where('row_id', 'in', rowIds.slice(start, start + ROW_BATCH))
        .where('until_version', 'is', null)
        .execute();
  }
}

export async function insertOverrides(c: Change, rows: readonly OverrideRecord[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH)
    await c.tx
      .insertInto('overrides')
      .values(rows.slice(start, start + INSERT_BATCH))
      .execute();
}

export function byCell(overrides: readonly OverrideRecord[]): Map<string, OverrideRecord> {
  return new Map(overrides.map((row) => [cellKey(placeOfOverride(row)), row]));
}
