import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { CellRefused, castStoredCell, ROW_ID } from '@workbook-data-service/sheets/values';
import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { type OverrideRecord, overridesAt, placeOfOverride } from '../../catalog/overrides.js';
import type { ColumnRecord, TableRecord } from '../../catalog/tables.js';
import type { NetEdits } from '../../core/row-edits.js';
import { type NewConflict, openConflicts } from './conflicts.js';
import { endOverrides, insertOverrides } from './write-overrides.js';

/** The overrides of a recomputed table, with the newly computed values of their cells. */
export interface CarriedOverrides {
  /** The version of the table with exactly these overrides; null if there was no table yet. */
  version: number | null;
  overrides: CarriedOverride[];
}

interface CarriedOverride {
  row: OverrideRecord;
  /** Whether its column still exists. */
  hasColumn: boolean;
  /** Undefined if it no longer fits the type of the column. */
  value: CellValue | undefined;
  /** Undefined if the cell does not exist. */
  computed: CellValue | undefined;
}

export const NO_OVERRIDES: CarriedOverrides = { version: null, overrides: [] };

/** The overrides that a run has to keep, with their values cast to the types of the new columns. */
export async function overridesToCarry(
  db: Db,
  tableId: string | undefined,
  columns: readonly ColumnRecord[],
): Promise<CarriedOverrides> {
  if (tableId === undefined) return NO_OVERRIDES;
  const { edit_version } = await db
    .selectFrom('tables')
    .select('edit_version')
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  const standing = await overridesAt(db, tableId, edit_version);
  const overrides = standing.map((row) => {
    const column = columns.find(({ id }) => id === row.column_id);
    const value = column && valueIn(column, row);
    return { row, hasColumn: column !== undefined, value, computed: undefined };
  });
  return { version: edit_version, overrides };
}

function valueIn({ type }: ColumnRecord, { value }: OverrideRecord): CellValue | undefined {
  try {
    return castStoredCell(JSON.parse(value), type);
  } catch (error) {
    if (error instanceof CellRefused) return undefined;
    throw error;
  }
}

/** The overrides as cells for the engine to write. */
export function cellsToCarry({ overrides }: CarriedOverrides): NetEdits['updates'] {
  const rows = new Map<number, Cells>();
  for (const { row, value } of overrides)
    if (value !== undefined) rows.set(row.row_id, { ...rows.get(row.row_id), [row.column_id]: value });
  return [...rows].map(([rowId, cells]) => ({ rowId, cells }));
}

/** `computedRows` is JSON from the engine: the rows with overrides, before these were applied. */
export function withComputed(carried: CarriedOverrides, computedRows: string): CarriedOverrides {
  const rows = JSON.parse(computedRows) as (Cells & { [ROW_ID]: number })[];
  const byId = new Map(rows.map((row) => [row[ROW_ID], row]));
  const overrides = carried.overrides.map((one) => ({
    ...one,
    computed: one.value === undefined ? undefined : byId.get(one.row.row_id)?.[one.row.column_id],
  }));
  return { ...carried, overrides };
}

/**
 * Carries the overrides over a run, and opens a conflict for each whose computed value has changed.
 * An override whose column is gone ends; the conflict keeps its value.
 */
export async function carryOverrides(
  c: Change,
  table: TableRecord,
  opId: number,
  { overrides }: CarriedOverrides,
): Promise<void> {
  const moved = overrides.flatMap(({ row, hasColumn, value, computed }) => {
    const now = computed === undefined ? null : JSON.stringify(computed);
    const carried = value === undefined ? row.value : JSON.stringify(value);
    const same = hasColumn && now === row.computed && carried === row.value;
    return same ? [] : [{ row, hasColumn, now, carried }];
  });
  const version = table.edit_version;
  await endOverrides(
    c,
    table.id,
    moved.map(({ row }) => placeOfOverride(row)),
    version,
  );
  await insertOverrides(
    c,
    moved
      .filter(({ hasColumn }) => hasColumn)
      .map(({ row, now, carried }) => ({ ...row, since_version: version, computed: now, value: carried })),
  );
  const conflicts = moved
    .filter(({ row, hasColumn, now }) => !hasColumn || now !== row.computed)
    .map(
      ({ row, now, carried }): NewConflict => ({
        ...placeOfOverride(row),
        kind: 'stale_override',
        base: row.computed,
        previous: carried,
        incoming: now,
      }),
    );
  await openConflicts(c, table, opId, conflicts);
}
