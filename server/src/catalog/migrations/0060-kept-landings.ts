import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Blobs that a table had from its file before an op, which can be undone as long as they are there. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('kept_landings')
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('blob_hash', 'text')
    .addColumn('provenance_hash', 'text')
    .addPrimaryKeyConstraint('kept_landings_pk', ['workbook_id', 'op_id', 'table_id'])
    .execute();
  await db.schema.createIndex('kept_landings_table').on('kept_landings').column('table_id').execute();
}
