import { type Kysely, sql } from 'kysely';

/** One node does the upkeep of a cluster, a task at a time, and finds the tables that are due without looking at others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upkeep_turns')
    .addColumn('task', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .execute();
  // Exactly the condition of the query, or SQLite would not use it.
  await sql`create index tables_with_long_tails on all_tables (id)
    where tail_edits >= 20000 or tail_bytes >= 8388608`.execute(db);
}
