import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('overrides')
    .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('row_id', 'bigint', (c) => c.notNull())
    .addColumn('column_id', 'text', (c) => c.notNull())
    .addColumn('since_version', 'integer', (c) => c.notNull())
    .addColumn('until_version', 'integer')
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('computed', 'text')
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('actor', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('overrides_pk', ['table_id', 'row_id', 'column_id', 'since_version'])
    .execute();
  await schema
    .createTable('conflicts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('table_id', 'text', (c) => c.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('row_id', 'bigint', (c) => c.notNull())
    .addColumn('column_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('base', 'text')
    .addColumn('previous', 'text')
    .addColumn('incoming', 'text')
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by', 'text')
    .addColumn('note', 'text')
    .execute();
  await schema
    .createIndex('conflicts_by_workbook')
    .on('conflicts')
    .columns(['workbook_id', 'status', 'id'])
    .execute();
}
