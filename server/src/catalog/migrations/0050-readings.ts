import type { Kysely } from 'kysely';

/** How files were corrected, by the layout of their sheets, and which rows of a table came from which file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('readings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('workbook_id', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('learned_from', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('sheets', 'text', (c) => c.notNull())
    .addColumn('target', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('readings_by_workspace')
    .on('readings')
    .columns(['workspace_id', 'updated_at'])
    .execute();
  await db.schema
    .createTable('table_parts')
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('row_ids', 'text', (c) => c.notNull())
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('table_parts_key', ['table_id', 'part'])
    .execute();
}
