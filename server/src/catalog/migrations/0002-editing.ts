import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;

  // The row before an edit follows from the log, so it is not stored again.
  await schema.alterTable('row_edits').dropColumn('before').execute();
  await schema
    .createIndex('row_edits_by_row')
    .on('row_edits')
    .columns(['table_id', 'row_id', 'version'])
    .execute();

  await schema.alterTable('ops').addColumn('undone_by', 'integer').execute();

  await schema.alterTable('tables').addColumn('stale_since', 'text').execute();
  await schema
    .alterTable('tables')
    .addColumn('tail_edits', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('table_inputs')
    .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('input_id', 'text', (c) => c.notNull().references('tables.id'))
    .addPrimaryKeyConstraint('table_inputs_pk', ['table_id', 'input_id'])
    .execute();
  await schema.createIndex('table_inputs_by_input').on('table_inputs').column('input_id').execute();

  await schema
    .createTable('annotations')
    .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('row_id', 'bigint', (c) => c.notNull())
    .addColumn('column_id', 'text', (c) => c.notNull())
    .addColumn('style', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('annotations_pk', ['table_id', 'row_id', 'column_id'])
    .execute();
}
