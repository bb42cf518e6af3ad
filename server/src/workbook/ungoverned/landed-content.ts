import { columnsAt, segmentAt } from '../../catalog/tables.js';
import { pathOfTable } from '../stored-blobs.js';
import type { Stores } from '../stores.js';
import type { LandedColumn } from '../writing/table-revision.js';

const FIRST_VERSION = 1;

/** The content of a table as its file had it, without edits: by the table's row and column ids, in the file's order. */
interface LandedContent {
  path: string;
  columns: LandedColumn[];
}

export async function landedContent({ catalog, blobs }: Stores, tableId: string): Promise<LandedContent> {
  const { db } = catalog;
  const revised = await db
    .selectFrom('table_landings')
    .selectAll()
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  if (revised) {
    const columns = JSON.parse(revised.columns) as LandedColumn[];
    return { path: await pathOfTable({ db, blobs }, tableId, revised.blob_hash), columns };
  }
  const segment = await segmentAt(db, tableId, FIRST_VERSION);
  return {
    path: await pathOfTable({ db, blobs }, tableId, segment.blob_hash),
    columns: await columnsAt(db, tableId, FIRST_VERSION),
  };
}
