import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Nothing is known about tables structured before: their columns count as made from every column. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('structured_tables')
    .addColumn('sheet_columns', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
