import type { Db } from '../../catalog/db.js';
import { columnsAt } from '../../catalog/tables.js';
import type { StructuredTable } from '../../workbook/files/land-file.js';

interface ShapedColumn {
  id: string;
  name: string;
  type: string;
}

/** Whether a table has, as the file made it last, the same columns from the same columns of its sheet. */
export async function hasShapeOf(db: Db, tableId: string, made: StructuredTable): Promise<boolean> {
  const landing = await db
    .selectFrom('table_landings')
    .select('columns')
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const columns = landing ? (JSON.parse(landing.columns) as ShapedColumn[]) : await columnsAt(db, tableId, 1);
  const structured = await db
    .selectFrom('structured_tables')
    .select('sheet_columns')
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const places = JSON.parse(structured?.sheet_columns ?? '{}') as Record<string, number[]>;
  return shapeOf(columns, places) === shapeOf(made.columns, made.sheetColumns);
}

const shapeOf = (columns: readonly ShapedColumn[], places: Record<string, number[]>): string =>
  JSON.stringify(columns.map(({ id, name, type }) => [name, type, places[id] ?? []]));
