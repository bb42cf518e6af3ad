import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Of tables that were structured before, nothing is known: their columns count as made of every column. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('structured_tables')
    .addColumn('sheet_columns', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
