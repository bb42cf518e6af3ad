import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { Db } from '../../catalog/db.js';
import { columnsEditedSince } from '../../catalog/row-edits.js';
import { type ColumnRecord, columnsAt, nameKey } from '../../catalog/tables.js';
import { parseFormula } from '../../core/formulas.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';

/** Whether a version of a table has other columns than the one before it. */
export async function changesColumns(db: Db, tableId: string, version: number): Promise<boolean> {
  const schema = await db
    .selectFrom('table_schemas')
    .select('version')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst();
  return schema !== undefined;
}

/**
 * The table's columns without those that a version added, unless they were edited since, and with the names from before
 * it where they are still those that it gave; null if nothing changes.
 */
export async function inverseOfColumns(
  db: Db,
  { record, version: latest }: GovernedTable,
  version: number,
): Promise<ColumnRecord[] | null> {
  if (!(await changesColumns(db, record.id, version))) return null;
  const before = byId(await columnsAt(db, record.id, version - 1));
  const after = byId(await columnsAt(db, record.id, version));
  const current = await columnsAt(db, record.id, latest);
  const added = current.filter(({ id }) => after.has(id) && !before.has(id));
  const untouched = new Set(
    added.filter((column) => column.type === after.get(column.id)?.type && column.formula === undefined),
  );
  const edited = await columnsEditedSince(
    db,
    record.id,
    version,
    [...untouched].map(({ id }) => id),
  );
  const inputs = new Set(
    current.flatMap(({ formula }) => (formula === undefined ? [] : referencedColumns(parseFormula(formula)))),
  );
  const kept = current.filter(
    (column) => !untouched.has(column) || edited.has(column.id) || inputs.has(column.id),
  );
  const names = new Set(kept.map(({ name }) => nameKey(name)));
  const renamed = kept.map((column) => {
    const [old, given] = [before.get(column.id)?.name, after.get(column.id)?.name];
    const isFree = old !== undefined && (nameKey(old) === nameKey(column.name) || !names.has(nameKey(old)));
    return old !== given && column.name === given && isFree ? { ...column, name: old } : column;
  });
  const isChanged = kept.length < current.length || renamed.some((column, i) => column !== kept[i]);
  return isChanged ? renamed : null;
}

function byId(columns: readonly ColumnRecord[]): Map<string, ColumnRecord> {
  return new Map(columns.map((column) => [column.id, column]));
}
