import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('transforms')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('args', 'text', (c) => c.notNull())
    .addColumn('output_table_id', 'text', (c) =>
      c.notNull().unique().references('tables.id').onDelete('cascade'),
    )
    .addColumn('key', 'text')
    .addColumn('description', 'text')
    .addColumn('owner_user_id', 'text', (c) => c.notNull())
    .addColumn('run_signature', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('transforms_by_name', ['workbook_id', 'name_key'])
    .execute();
  await schema
    .createTable('table_lineage')
    .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('edges', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('table_lineage_pk', ['table_id', 'version'])
    .execute();
}
