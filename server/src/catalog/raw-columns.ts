import type { TableRole } from '../core/parse-spec.js';
import type { Db } from './db.js';
import { columnIdsEverUsed, originOf } from './tables.js';

/** A column of a structured table contains cells of a column of its raw table, the unchanged sheet. */
export interface RawLink {
  tableId: string;
  columnId: string;
  role: TableRole;
  rawTableId: string;
  rawColumnId: string;
}

/** Links between a table and the raw table that it was made from, or the tables that were made from it. */
export async function rawLinksOf(db: Db, tableId: string): Promise<RawLink[]> {
  const structured = await db
    .selectFrom('structured_tables')
    .select(['table_id', 'raw_table_id', 'role', 'sheet_columns'])
    .where('raw_table_id', 'is not', null)
    .where((eb) => eb.or([eb('table_id', '=', tableId), eb('raw_table_id', '=', tableId)]))
    .execute();
  const links: RawLink[] = [];
  for (const { table_id: id, raw_table_id: rawTableId, role, sheet_columns } of structured) {
    if (rawTableId === null) continue;
    const rawColumnsOf = await rawColumns(db, rawTableId, JSON.parse(sheet_columns) as SheetColumns);
    // Includes dropped columns: the other table still has their cells.
    for (const columnId of new Set(await columnIdsEverUsed(db, id)))
      for (const rawColumnId of rawColumnsOf(columnId))
        links.push({ tableId: id, columnId, role, rawTableId, rawColumnId });
  }
  return links;
}

/** By column id of a structured table, the columns of the sheet that its cells came from. */
type SheetColumns = Record<string, number[]>;

/** The columns of a raw table that a column of a structured table is made from; if unknown, all of them. */
async function rawColumns(
  db: Db,
  rawTableId: string,
  sheetColumns: SheetColumns,
): Promise<(columnId: string) => Iterable<string>> {
  const all = [...new Set(await columnIdsEverUsed(db, rawTableId))];
  if (Object.keys(sheetColumns).length === 0) return () => all;
  const origin = await originOf(db, rawTableId);
  if (!origin) return (columnId) => (sheetColumns[columnId] ? all : []);
  const bySheetColumn = new Map<number | undefined, string[]>();
  for (const id of all) {
    const place = origin.columns[id];
    bySheetColumn.set(place, [...(bySheetColumn.get(place) ?? []), id]);
  }
  return (columnId) =>
    new Set((sheetColumns[columnId] ?? []).flatMap((place) => bySheetColumn.get(place) ?? []));
}
