import type { TableRole } from '../core/parse-spec.js';
import type { TableOrigin } from '../core/table-origin.js';
import type { Db } from './catalog.js';
import { columnsIfAny, LATEST_VERSION, originOf } from './tables.js';

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
    const raw = await columnsIfAny(db, rawTableId, LATEST_VERSION);
    const origin = await originOf(db, rawTableId);
    for (const { id: columnId } of await columnsIfAny(db, table_id, LATEST_VERSION))
      for (const { id: rawColumnId } of raw)
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
