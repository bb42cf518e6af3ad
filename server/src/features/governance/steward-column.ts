import type { Db } from '../../catalog/catalog.js';
import { type ColumnRecord, columnsAt, nameKey, type TableRow } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import { grants } from '../../core/scopes.js';
import { type GovernedTable, requireTable } from '../../workbook/governed-tables.js';
import type { Caller } from '../caller.js';

export interface ColumnPlace {
  workbookId: string;
  table: string;
  column: string;
}

/** Whoever governs a workbook knows every column by name, also those whose values are denied to them. */
export async function knownColumns(db: Db, caller: Caller, table: GovernedTable): Promise<ColumnRecord[]> {
  return grants(caller.credential.scopes, 'governance:configure')
    ? await columnsAt(db, table.row.id, table.version)
    : table.columns;
}

/** The column that a steward names, whatever the policies say of it. */
export async function stewardColumn(
  db: Db,
  place: ColumnPlace,
): Promise<{ row: TableRow; column: ColumnRecord }> {
  const row = await requireTable(db, place.workbookId, place.table);
  const key = nameKey(place.column);
  const column = (await columnsAt(db, row.id, row.edit_version)).find(({ name }) => nameKey(name) === key);
  if (column) return { row, column };
  throw problem('not-found', `There is no column "${place.column}" in "${row.name}".`, {
    fix: 'GET …/columns lists the columns; percent-encode names in the path.',
  });
}
