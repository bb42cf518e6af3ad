// The only writer of `schedule_runs`.
import type { Selectable } from 'kysely';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

export type ScheduleRun = Selectable<Schema['schedule_runs']>;

/** Keeps how a run ended, in the transaction that ends its job. */
export async function insertRun(tx: Tx, run: Omit<ScheduleRun, 'started_at'>): Promise<void> {
  await tx
    .insertInto('schedule_runs')
    .values((eb) => ({
      ...run,
      started_at: eb.selectFrom('jobs').select('jobs.started_at').where('jobs.id', '=', run.job_id),
    }))
    .execute();
}

/** Newest first. */
export async function runsBefore(
  db: Db,
  scheduleId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ScheduleRun[]> {
  return await db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .$if(before !== undefined, (query) => query.where('job_id', '<', before as string))
    .orderBy('job_id', 'desc')
    .limit(limit)
    .execute();
}

export function deleteRunsFinishedBefore(db: Db, time: string) {
  return db.deleteFrom('schedule_runs').where('finished_at', '<=', time);
}
