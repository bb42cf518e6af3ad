import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Results now record which versions they were read from. Older ones, which live for a day, are dropped. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('results').execute();
}
