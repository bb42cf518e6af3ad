import type { Kysely } from 'kysely';

/** How somebody looks at a table: filter, order, columns and groups, for themselves or for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('table_views')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('is_shared', 'integer', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('table_views_by_name')
    .on('table_views')
    .columns(['table_id', 'owner_id', 'name_key'])
    .unique()
    .execute();
}
