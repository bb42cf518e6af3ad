import { firstSegment } from '../../catalog/segments.js';
import { columnsAt } from '../../catalog/tables.js';
import { landedRows } from '../segment-files.js';
import type { Stores } from '../stores.js';
import type { LandedColumn } from '../writing/table-revision.js';

const FIRST_VERSION = 1;

/** The content of a table as its file had it, without edits: by the table's row and column ids, in the file's order. */
interface LandedContent {
  /** SQL for its rows, with their place in the file as `place`. */
  rows: string;
  columns: LandedColumn[];
}

export async function landedContent(stores: Stores, tableId: string): Promise<LandedContent> {
  const { db } = stores.catalog;
  const revised = await db
    .selectFrom('table_landings')
    .selectAll()
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  if (revised) {
    const columns = JSON.parse(revised.columns) as LandedColumn[];
    return { rows: await landedRows(stores, tableId, { hash: revised.blob_hash, size: 0 }), columns };
  }
  return {
    rows: await landedRows(stores, tableId, await firstSegment(db, tableId)),
    columns: await columnsAt(db, tableId, FIRST_VERSION),
  };
}
