import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * With the 36 characters of a table's id in each entry, a batch of edits rewrites a page of this index for every row that was
 * edited some dozens of times before. Nodes of the release before, which share a database of PostgreSQL, need it as it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await db.schema.dropIndex('row_edits_by_row').execute();
  await sql`create index row_edits_by_row on row_edits (substr(table_id, 33), row_id, version)`.execute(db);
}
