import { sql } from 'kysely';
import { areOfTable } from '../../catalog/are-of-table.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Db } from '../../catalog/db.js';
import { deleteSegmentsBefore } from '../../catalog/segments.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { oldestNeeded } from './oldest-needed.js';

const TABLES_AT_ONCE = 100;
const EDITS_AT_ONCE = 5000;

/**
 * Ends the versions of tables that were replaced before a time and that nothing needs. What they consist of is deleted the
 * next time: nobody still reads it then, who began before they ended. A table is kept from its last segment that needs no edits of versions before. Returns how many tables lost
 * versions.
 */
export async function endHistory(data: WorkbookData, before: Date): Promise<number> {
  const { catalog } = storesOf(data);
  let ended = 0;
  let after = '';
  for (;;) {
    const tables = await tablesWithOldSegments(catalog.db, before.toISOString(), after);
    for (const { id, workbook_id } of tables) {
      await freeEnded(catalog, id);
      if (await endVersions(catalog, { id, workbookId: workbook_id }, before.toISOString())) ended += 1;
      after = id;
    }
    if (tables.length < TABLES_AT_ONCE) return ended;
  }
}

/** Tables that may have versions to end, or have ended ones that are still stored. */
async function tablesWithOldSegments(
  db: Db,
  before: string,
  after: string,
): Promise<{ id: string; workbook_id: string }[]> {
  const { rows } = await sql<{ id: string; workbook_id: string }>`
    select all_tables.id, workbook_id from all_tables left join ended_history on ended_history.table_id = all_tables.id
    where all_tables.id > ${after} and (ended_history.is_freed = 0 or exists (
      select 1 from table_segments
      join table_versions using (table_id, version)
      where table_id = all_tables.id and version > coalesce(ended_history.first_kept, 1)
        and edits_after = version and created_at <= ${before}))
    order by all_tables.id limit ${TABLES_AT_ONCE}`.execute(db);
  return rows;
}

async function endVersions(
  catalog: Catalog,
  table: { id: string; workbookId: string },
  before: string,
): Promise<boolean> {
  return await catalog.transaction(async (tx) => {
    const needed = await oldestNeeded(tx, table, before);
    if (needed === undefined) return false;
    const segment = await tx
      .selectFrom('table_segments')
      .select('version')
      .where('table_id', '=', table.id)
      .where('version', '<=', needed)
      .whereRef('edits_after', '=', 'version')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!segment || segment.version === 1) return false;
    const kept = { first_kept: segment.version, is_freed: 0 };
    const written = await tx
      .insertInto('ended_history')
      .values({ table_id: table.id, ...kept })
      .onConflict((oc) =>
        oc.column('table_id').doUpdateSet(kept).where('ended_history.first_kept', '<', segment.version),
      )
      .returning('table_id')
      .executeTakeFirst();
    return written !== undefined;
  });
}

/** Deletes what ended versions consist of, some edits at a time: whoever asks for these versions is told that they ended. */
async function freeEnded(catalog: Catalog, tableId: string): Promise<void> {
  const { db } = catalog;
  const ended = await db
    .selectFrom('ended_history')
    .select('first_kept')
    .where('table_id', '=', tableId)
    .where('is_freed', '=', 0)
    .executeTakeFirst();
  if (!ended) return;
  for (let after = 0; after < ended.first_kept; ) {
    const upTo: number = await endOfSlice(db, tableId, { after, upTo: ended.first_kept });
    // The last edit of a deleted row tells that its id was used.
    await sql`
      delete from row_edits where table_id = ${tableId} and version > ${after} and version <= ${upTo}
        and (kind <> 'delete' or exists (
          select 1 from row_edits later
          where ${areOfTable(db, 'later', sql.ref('row_edits.table_id'))}
            and later.row_id = row_edits.row_id and later.version > row_edits.version))`.execute(db);
    after = upTo;
  }
  await catalog.transaction(async (tx) => {
    await deleteSegmentsBefore(tx, tableId, ended.first_kept);
    await tx
      .updateTable('ended_history')
      .set({ is_freed: 1 })
      .where('table_id', '=', tableId)
      .where('first_kept', '=', ended.first_kept)
      .execute();
  });
}

/** The last of the versions that have together about as many edits as are deleted at once. */
async function endOfSlice(
  db: Db,
  tableId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> {
  const place = await db
    .selectFrom('row_edits')
    .select('version')
    .where('table_id', '=', tableId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .orderBy('row_id')
    .offset(EDITS_AT_ONCE)
    .limit(1)
    .executeTakeFirst();
  return place?.version ?? upTo;
}
