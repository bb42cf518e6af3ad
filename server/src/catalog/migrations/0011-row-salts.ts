import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Existing tables keep their row ids. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('transforms')
    .addColumn('row_salt', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
