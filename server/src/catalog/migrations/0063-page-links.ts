import type { Kysely } from 'kysely';

/** Addresses of reports and charts that anybody can open, and whether a workspace has any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('sheet_id', 'text', (c) => c.references('sheets.id').onDelete('cascade'))
    .addColumn('chart_id', 'text', (c) => c.references('charts.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('snapshot_id', 'text', (c) => c.references('snapshots.id').onDelete('cascade'))
    .addColumn('version_label', 'text')
    .addColumn('frame_origins', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('opens', 'integer', (c) => c.notNull())
    .addColumn('last_opened_at', 'text')
    .execute();
  for (const column of ['workbook_id', 'sheet_id', 'chart_id', 'snapshot_id'])
    await db.schema.createIndex(`page_links_${column}`).on('page_links').column(column).execute();
  await db.schema
    .alterTable('workspaces')
    .addColumn('forbids_links', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
