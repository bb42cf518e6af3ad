import { type Kysely, sql } from 'kysely';

/**
 * Runs whose influences an earlier migration could only guess are traced after the start. A webhook has its previous
 * secret for a while after a new one was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('untraced_runs')
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('untraced_runs_pk', ['table_id', 'version'])
    .execute();
  await listUntracedRuns(db);

  await schema.alterTable('webhooks').addColumn('previous_secret', 'text').execute();
  await schema.alterTable('webhooks').addColumn('previous_secret_until', 'text').execute();
}

/** An edge to the rows is stored with an empty column; a guessed one is not exact. */
export async function listUntracedRuns(db: Kysely<unknown>): Promise<void> {
  await sql`insert into untraced_runs (table_id, version)
    select table_id, version from table_lineage
    where edges like '%"columnId":"",%' and edges like '%"exact":false%'`.execute(db);
}
