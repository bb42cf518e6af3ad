import type { Selectable } from 'kysely';
import type { Db } from './catalog.js';
import type { Schema } from './schema.js';
import { LATEST_VERSION } from './tables.js';

export type OverrideRow = Selectable<Schema['overrides']>;

/** The overrides that a table has at a version, also those whose cells are not there. */
export async function overridesAt(
  db: Db,
  tableId: string,
  version: number = LATEST_VERSION,
): Promise<OverrideRow[]> {
  return await db
    .selectFrom('overrides')
    .selectAll()
    .where('table_id', '=', tableId)
    .where('since_version', '<=', version)
    .where((eb) => eb.or([eb('until_version', 'is', null), eb('until_version', '>', version)]))
    .orderBy('created_at')
    .orderBy('row_id')
    .execute();
}

export interface CellPlace {
  rowId: number;
  columnId: string;
}

/** Names a cell of one table among others. */
export function cellKey({ rowId, columnId }: CellPlace): string {
  return `${rowId} ${columnId}`;
}

export function placeOfOverride({ row_id, column_id }: OverrideRow): CellPlace {
  return { rowId: row_id, columnId: column_id };
}
