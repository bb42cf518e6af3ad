import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Finds the tables that were structured from a sheet without reading those of all workbooks. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('structured_tables_by_raw_table')
    .on('structured_tables')
    .column('raw_table_id')
    .execute();
}
