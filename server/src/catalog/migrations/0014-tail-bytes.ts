import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.js';

/** The size of the edits to replay on top of a table's latest segment, in addition to their number. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('tables')
    .addColumn('tail_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`
    update tables set tail_bytes = coalesce((
      select sum(octet_length(after)) from row_edits
      where row_edits.table_id = tables.id and version > (
        select max(version) from table_segments where table_segments.table_id = tables.id)), 0)
    where tail_edits > 0`.execute(db);
}
