import type { Kysely } from 'kysely';

/** Tables as they were at a version and as some readers see them, in Parquet files for the engines of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('parquet_copies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('table_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('view_digest', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('parquet_copies_by_view')
    .on('parquet_copies')
    .columns(['table_id', 'version', 'view_digest'])
    .unique()
    .execute();
  for (const column of ['workbook_id', 'account_id', 'used_at'])
    await db.schema.createIndex(`parquet_copies_${column}`).on('parquet_copies').column(column).execute();
  await db.schema
    .createTable('parquet_copy_files')
    .addColumn('copy_id', 'text', (c) => c.notNull().references('parquet_copies.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('blob_hash', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('statistics', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('parquet_copy_files_key', ['copy_id', 'position'])
    .execute();
  await db.schema
    .createIndex('parquet_copy_files_blob_hash')
    .on('parquet_copy_files')
    .column('blob_hash')
    .execute();
}
