import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('source_revisions')
    .addColumn('source_id', 'text', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('blob_hash', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_revisions_pk', ['source_id', 'revision'])
    .execute();
  await schema.createIndex('source_revisions_by_blob').on('source_revisions').column('blob_hash').execute();
  await schema
    .createTable('table_landings')
    .addColumn('table_id', 'text', (c) => c.primaryKey().references('tables.id').onDelete('cascade'))
    .addColumn('blob_hash', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('table_landings_by_blob').on('table_landings').column('blob_hash').execute();
}
