import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { type ColumnRecord, columnsAt, nameKey, type TableRecord } from '../../catalog/tables.js';
import { may, type Rights } from '../../core/rights.js';
import { unknownColumn } from '../../core/unknown-column.js';
import { type GovernedTable, requireTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { ColumnPlace } from '../places.js';

/** Those who govern a workbook know every column by name, including columns whose values are denied to them. */
export async function knownColumns(
  db: Db,
  rights: Rights | undefined,
  table: GovernedTable,
): Promise<ColumnRecord[]> {
  return rights && may(rights, 'governance:configure')
    ? await columnsAt(db, table.record.id, table.version)
    : table.columns;
}

/** Finds a column regardless of policies, with its own tags, and locks its table until commit. */
export async function stewardColumn(
  c: Change,
  place: ColumnPlace,
): Promise<{ table: TableRecord; column: ColumnRecord; tags: string[] }> {
  const { id } = await requireTable(c.tx, place.workbookId, place.table);
  const table = await lockTable(c, id, null);
  const key = nameKey(place.column);
  const column = (await columnsAt(c.tx, id, table.edit_version)).find(({ name }) => nameKey(name) === key);
  if (column) return { table, column, tags: await tagsOn(c, id, column.id) };
  throw unknownColumn({ column: place.column, table: table.name });
}

/** The tags of a column itself, without inherited ones. */
async function tagsOn(c: Change, tableId: string, columnId: string): Promise<string[]> {
  const rows = await c.tx
    .selectFrom('column_tags')
    .select('tag')
    .where('table_id', '=', tableId)
    .where('column_id', '=', columnId)
    .execute();
  return rows.map(({ tag }) => tag).sort();
}
