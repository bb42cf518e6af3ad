import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  // Not a column of `tables`, whose rows are read with every request: an origin can be large and is rarely needed.
  await db.schema
    .createTable('table_origins')
    .addColumn('table_id', 'text', (c) => c.primaryKey().references('tables.id').onDelete('cascade'))
    .addColumn('origin', 'text', (c) => c.notNull())
    .execute();
}
