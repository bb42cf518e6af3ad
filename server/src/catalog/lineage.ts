import type { Db } from './db.js';
import { statesDuring, type TableDuring } from './states-during.js';

/** Used in place of a column id for the rows of a table as a whole: which exist, and in what order. */
export const ROWS = '';

/**
 * A column of a derived table depends on a column of an input. An edge to the rows of the table is an influence: the
 * input column, or which rows the input has, determines them without being shown.
 */
export interface LineageEdge {
  columnId: string;
  inputTableId: string;
  /** The version of the input that the run read; absent if the versions of both always correspond. */
  inputVersion?: number;
  inputColumnId: string;
  /** False if the edge is a conservative guess because the dependency could not be determined. */
  exact: boolean;
  /** The tags of an influence whose input was deleted. */
  keptTags?: string[];
}

/** What the columns of a table depend on at a version; empty for a table that no transform computes. */
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

/** What the columns of each table depend on at any version of its span. */
export function lineageDuring(db: Db, tables: readonly TableDuring[]): Promise<LineageEdge[][]> {
  return statesDuring(db, { table: 'table_lineage', column: 'edges' }, tables);
}
