import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** From which version on tables are kept whose older ones were ended. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('ended_history')
    .addColumn('table_id', 'text', (c) => c.primaryKey().references('all_tables.id').onDelete('cascade'))
    .addColumn('first_kept', 'integer', (c) => c.notNull())
    .addColumn('is_freed', 'integer', (c) => c.notNull())
    .execute();
}
