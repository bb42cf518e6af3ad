import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Each page of an index that an edit touches is written by its commit. Nodes of the release before, which share a database of
 * PostgreSQL, need the indexes as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  const { schema } = db;

  // With all 36 characters of a table's id, a batch wrote a page for every row that was edited some dozens of times before.
  await schema.dropIndex('row_edits_by_row').execute();
  await sql`create index row_edits_by_row on row_edits (substr(table_id, 33), row_id, version)`.execute(db);

  // Events get their positions after the commit, and were in these indexes before too.
  await schema.dropIndex('outbox_by_position').execute();
  await sql`create unique index outbox_by_position on outbox (position) where position is not null`.execute(
    db,
  );
  await schema.dropIndex('outbox_by_workbook').execute();
  await sql`create index outbox_by_workbook on outbox (workbook_id, position) where position is not null`.execute(
    db,
  );
}
