import type { Kysely } from 'kysely';

/** Jobs that met a fault of ours are tried again, later each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('next_attempt_at', 'text').execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('retries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
