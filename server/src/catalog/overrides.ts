import type { Selectable } from 'kysely';
import type { Db } from './db.js';
import type { Schema } from './schema.js';
import type { Span } from './states-during.js';
import { LATEST_VERSION } from './tables.js';

export type OverrideRecord = Selectable<Schema['overrides']>;

/** The overrides of up to 10,000 rows, or of all, at a version, including those whose cells no longer exist. */
export async function overridesAt(
  db: Db,
  tableId: string,
  version: number = LATEST_VERSION,
  rowIds?: readonly number[],
): Promise<OverrideRecord[]> {
  if (rowIds?.length === 0) return [];
  return await db
    .selectFrom('overrides')
    .selectAll()
    .where('table_id', '=', tableId)
    .where('since_version', '<=', version)
    .where((eb) => eb.or([eb('until_version', 'is', null), eb('until_version', '>', version)]))
    .$if(rowIds !== undefined, (query) => query.where('row_id', 'in', rowIds ?? []))
    .orderBy('created_at')
    .orderBy('row_id')
    .execute();
}

/** The columns with overrides at any of these versions, with the first version that set one of those overrides. */
export async function overriddenDuring(
  db: Db,
  tableId: string,
  { from, to }: Span,
): Promise<{ columnId: string; setAt: number }[]> {
  // A run rewrites the overrides that it keeps, under the op that set them.
  const standing = db
    .selectFrom('overrides')
    .select(['column_id', 'op_id'])
    .distinct()
    .where('table_id', '=', tableId)
    .where('since_version', '<=', to)
    .where((eb) => eb.or([eb('until_version', 'is', null), eb('until_version', '>', from)]))
    .as('standing');
  return await db
    .selectFrom('overrides')
    .innerJoin(standing, (join) =>
      join
        .onRef('standing.column_id', '=', 'overrides.column_id')
        .onRef('standing.op_id', '=', 'overrides.op_id'),
    )
    .select((eb) => ['overrides.column_id as columnId', eb.fn.min('since_version').as('setAt')])
    .where('table_id', '=', tableId)
    .groupBy('overrides.column_id')
    .execute();
}

export interface CellPlace {
  rowId: number;
  columnId: string;
}

/** Identifies a cell within one table. */
export function cellKey({ rowId, columnId }: CellPlace): string {
  return `${rowId} ${columnId}`;
}

export function placeOfOverride({ row_id, column_id }: OverrideRecord): CellPlace {
  return { rowId: row_id, columnId: column_id };
}
