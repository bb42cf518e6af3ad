import type { Kysely } from 'kysely';

/** Reports that are mailed to members: each is a schedule of a report, with what its mails are like. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('schedules')
    .addColumn('sheet_id', 'text', (c) => c.references('sheets.id').onDelete('cascade'))
    .execute();
  // A member gets a report by one subscription.
  await db.schema
    .createIndex('schedules_of_sheet')
    .on('schedules')
    .columns(['sheet_id', 'user_id'])
    .unique()
    .execute();
  await db.schema
    .createTable('report_subscriptions')
    .addColumn('schedule_id', 'text', (c) => c.primaryKey().references('schedules.id').onDelete('cascade'))
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('language', 'text')
    .addColumn('at_most_every', 'text')
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('sending_job_id', 'text')
    .addColumn('mailed_at', 'text')
    .addColumn('mailed_digest', 'text')
    .execute();
}
