import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('upload_slots')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('structuring', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('blob_hash', 'text')
    .addColumn('size', 'bigint')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('upload_slots_by_blob').on('upload_slots').column('blob_hash').execute();
  await schema.createIndex('upload_slots_by_expiry').on('upload_slots').column('expires_at').execute();
}
