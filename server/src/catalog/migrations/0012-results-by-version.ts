import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Results now say which versions they were read from. Those that do not are of a day, and are let go. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('results').execute();
}
