import { type Kysely, sql } from 'kysely';

/** Which sheets of a workspace a language model may read, what it answered, and what accounts pay for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('workspaces').addColumn('reading_model', 'text').execute();
  await db.schema
    .createTable('model_answers')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('question_hash', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('tokens', 'integer', (c) => c.notNull())
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_answers_key', ['workspace_id', 'question_hash'])
    .execute();
  await db.schema
    .createIndex('model_answers_by_time')
    .on('model_answers')
    .columns(['workspace_id', 'answered_at'])
    .execute();
  await sql`drop index credit_entries_once`.execute(db);
  await sql`
    create unique index credit_entries_once on credit_entries (account_id, kind, subject, bucket)
    where kind not in ('structuring', 'review', 'reading')
  `.execute(db);
}
