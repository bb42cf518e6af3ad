import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Where users are at this moment, for nodes that tell each other. It is worth no log: nothing of it is of use after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('presences')
    .$call((table) => (isShared ? table.modifyFront(sql`unlogged`) : table))
    .addColumn('page', 'text', (c) => c.primaryKey())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .execute();
}
