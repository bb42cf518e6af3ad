import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Failed sign-ins, counted per account and address; the key does not reveal either. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addColumn('succeeded_at', 'text')
    .execute();
}
