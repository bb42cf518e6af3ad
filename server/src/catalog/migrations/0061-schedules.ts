import type { Kysely } from 'kysely';

/** What the service does by itself, at set times or when data changed; each belongs to one file, source or table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schedules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file_link_id', 'text', (c) => c.unique().references('file_links.id').onDelete('cascade'))
    .addColumn('source_id', 'text', (c) => c.unique().references('sources.id').onDelete('cascade'))
    .addColumn('table_id', 'text', (c) => c.unique().references('all_tables.id').onDelete('cascade'))
    .addColumn('every', 'text')
    .addColumn('cron', 'text')
    .addColumn('time_zone', 'text')
    .addColumn('url', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('paused_because', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('retry_at', 'text')
    .addColumn('seen', 'text')
    .addColumn('job_id', 'text')
    .addColumn('last_job_id', 'text')
    .addColumn('last_run_at', 'text')
    .addColumn('last_outcome', 'text')
    .addColumn('last_changed', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('schedules_of_workbook')
    .on('schedules')
    .columns(['workbook_id', 'id'])
    .execute();
  await db.schema.createIndex('schedules_due').on('schedules').columns(['state', 'due_at']).execute();
}
