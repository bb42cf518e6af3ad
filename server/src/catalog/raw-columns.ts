import type { TableRole } from '../core/parse-spec.js';
import type { TableOrigin } from '../core/table-origin.js';
import type { Db } from './catalog.js';
import { columnIdsEverUsed, originOf } from './tables.js';

/** A column of a structured table has cells of a column of the raw table, which is its sheet as it is. */
export interface RawLink {
  tableId: string;
  columnId: string;
  role: TableRole;
  rawTableId: string;
  rawColumnId: string;
}

/** What links a table to the raw table that it was made from, or to the tables that were made from it. */
export async function rawLinksOf(db: Db, tableId: string): Promise<RawLink[]> {
  const structured = await db
    .selectFrom('structured_tables')
    .select(['table_id', 'raw_table_id', 'role', 'sheet_columns'])
    .where('raw_table_id', 'is not', null)
    .where((eb) => eb.or([eb('table_id', '=', tableId), eb('raw_table_id', '=', tableId)]))
    .execute();
  const links: RawLink[] = [];
  for (const { table_id, raw_table_id: rawTableId, role, sheet_columns } of structured) {
    if (rawTableId === null) continue;
    const sheetColumns = JSON.parse(sheet_columns) as Record<string, number[]>;
    const rawColumnIds = new Set(await columnIdsEverUsed(db, rawTableId));
    const origin = await originOf(db, rawTableId);
    // Also of a column that was dropped: the other table still has its cells.
    for (const columnId of new Set(await columnIdsEverUsed(db, table_id)))
      for (const rawColumnId of rawColumnIds)
        if (isMadeOf(sheetColumns, columnId, origin, rawColumnId))
          links.push({ tableId: table_id, columnId, role, rawTableId, rawColumnId });
  }
  return links;
}

/** Where it is not known it counts as made of it. */
function isMadeOf(
  sheetColumns: Record<string, number[]>,
  columnId: string,
  origin: TableOrigin | undefined,
  rawColumnId: string,
): boolean {
  if (Object.keys(sheetColumns).length === 0) return true;
  const ofColumn = sheetColumns[columnId];
  if (!ofColumn) return false;
  const rawColumn = origin?.columns[rawColumnId];
  return rawColumn === undefined ? origin === undefined : ofColumn.includes(rawColumn);
}
