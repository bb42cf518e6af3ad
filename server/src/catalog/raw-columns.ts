import type { TableRole } from '@workbook-data-service/structure/parse-spec';
import type { TableOrigin } from '../core/table-origin.js';
import type { Db } from './db.js';
import { columnIdsEverUsedBy } from './tables.js';

/** A column of a structured table contains cells of a column of its raw table, the unchanged sheet. */
export interface RawLink {
  tableId: string;
  columnId: string;
  role: TableRole;
  rawTableId: string;
  rawColumnId: string;
}

/** Links between these tables and the raw tables that they were made from, or the tables that were made from them. */
export async function rawLinksOf(db: Db, tableIds: readonly string[]): Promise<RawLink[]> {
  const structured = await db
    .selectFrom('structured_tables')
    .select(['table_id', 'raw_table_id', 'role', 'sheet_columns'])
    .where('raw_table_id', 'is not', null)
    .where((eb) => eb.or([eb('table_id', 'in', tableIds), eb('raw_table_id', 'in', tableIds)]))
    .execute();
  if (structured.length === 0) return [];
  const rawIds = new Set(structured.flatMap(({ raw_table_id }) => raw_table_id ?? []));
  const ids = new Set([...rawIds, ...structured.map(({ table_id }) => table_id)]);
  // Includes dropped columns: the other table still has their cells.
  const columnIds = await columnIdsEverUsedBy(db, [...ids]);
  const places = await placesOf(db, [...rawIds]);
  return structured.flatMap(({ table_id: tableId, raw_table_id: rawTableId, role, sheet_columns }) => {
    if (rawTableId === null) return [];
    const rawColumnsOf = rawColumns(
      columnIds.get(rawTableId) ?? [],
      places.get(rawTableId),
      JSON.parse(sheet_columns) as SheetColumns,
    );
    return (columnIds.get(tableId) ?? []).flatMap((columnId) =>
      [...rawColumnsOf(columnId)].map((rawColumnId) => ({
        tableId,
        columnId,
        role,
        rawTableId,
        rawColumnId,
      })),
    );
  });
}

/** By column id of a structured table, the columns of the sheet that its cells came from. */
type SheetColumns = Record<string, number[]>;

/** By column id of a raw table, its column in the sheet. */
type Places = TableOrigin['columns'];

async function placesOf(db: Db, rawTableIds: readonly string[]): Promise<Map<string, Places>> {
  const rows = await db
    .selectFrom('table_origins')
    .select(['table_id', 'origin'])
    .where('table_id', 'in', rawTableIds)
    .execute();
  return new Map(rows.map(({ table_id, origin }) => [table_id, (JSON.parse(origin) as TableOrigin).columns]));
}

/** The columns of a raw table that a column of a structured table is made from; if unknown, all of them. */
function rawColumns(
  all: readonly string[],
  places: Places | undefined,
  sheetColumns: SheetColumns,
): (columnId: string) => Iterable<string> {
  if (Object.keys(sheetColumns).length === 0) return () => all;
  if (!places) return (columnId) => (sheetColumns[columnId] ? all : []);
  const bySheetColumn = new Map<number | undefined, string[]>();
  for (const id of all) {
    const place = places[id];
    bySheetColumn.set(place, [...(bySheetColumn.get(place) ?? []), id]);
  }
  return (columnId) =>
    new Set((sheetColumns[columnId] ?? []).flatMap((place) => bySheetColumn.get(place) ?? []));
}
