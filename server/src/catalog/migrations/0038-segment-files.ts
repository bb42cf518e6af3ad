import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** A large segment is several files by ranges of row ids, and may have edits of their rows in another one. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('segment_files')
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('blob_hash', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('row_count', 'bigint', (c) => c.notNull())
    .addColumn('first_row_id', 'bigint', (c) => c.notNull())
    .addColumn('last_row_id', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('segment_files_pk', ['table_id', 'version', 'position'])
    .execute();
  await schema.createIndex('segment_files_by_blob').on('segment_files').column('blob_hash').execute();
}
