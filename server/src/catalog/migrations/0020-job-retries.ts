import type { Kysely } from 'kysely';

/** Jobs that failed by an internal error are retried with growing delays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('next_attempt_at', 'text').execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('retries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
