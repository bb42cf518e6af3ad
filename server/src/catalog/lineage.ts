import type { Db } from './db.js';
import type { Span } from './tables.js';

/** In place of a column id: the rows of a table as a whole, that is which there are and in what order. */
export const ROWS = '';

/**
 * A column of a derived table follows from a column of an input. An edge that leads to the rows of the table is an
 * influence: the input column, or which rows the input has, decides about them without being shown.
 */
export interface LineageEdge {
  columnId: string;
  inputTableId: string;
  /** The version of the input that the run read; absent where the two always go together. */
  inputVersion?: number;
  inputColumnId: string;
  /** False where it was not worked out, and the edge is there to be on the safe side. */
  exact: boolean;
  /** Of an influence whose input is gone: the tags that it had. */
  keptTags?: string[];
}

/** What the columns of a table follow from, at a version; nothing for a table that no transform computes. */
export async function lineageAt(db: Db, tableId: string, version: number): Promise<LineageEdge[]> {
  const row = await db
    .selectFrom('table_lineage')
    .select('edges')
    .where('table_id', '=', tableId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.edges) as LineageEdge[]) : [];
}

/** What they follow from at any of these versions. */
export async function lineageDuring(db: Db, tableId: string, { from, to }: Span): Promise<LineageEdge[]> {
  const rows = await db
    .selectFrom('table_lineage')
    .select('edges')
    .where('table_id', '=', tableId)
    .where('version', '<=', to)
    .where('version', '>=', (eb) =>
      eb
        .selectFrom('table_lineage')
        .select((of) => of.fn.coalesce(of.fn.max('version'), of.lit(0)).as('first'))
        .where('table_id', '=', tableId)
        .where('version', '<=', from),
    )
    .execute();
  return rows.flatMap(({ edges }) => JSON.parse(edges) as LineageEdge[]);
}
