import type { Kysely } from 'kysely';

/** How each run of a schedule ended. Their jobs are kept for a shorter time, and one job may be the run of several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schedule_runs')
    .addColumn('schedule_id', 'text', (c) => c.notNull().references('schedules.id').onDelete('cascade'))
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('schedule_runs_key', ['schedule_id', 'job_id'])
    .execute();
  await db.schema.createIndex('schedule_runs_finished').on('schedule_runs').column('finished_at').execute();
}
