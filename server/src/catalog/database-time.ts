import { sql } from 'kysely';
import type { Catalog } from './catalog.js';

/** The clock that all nodes share, in whatever way their own are wrong. SQLite belongs to one process, whose clock counts. */
export async function databaseTime({ db, kind }: Catalog): Promise<Date> {
  if (kind === 'sqlite') return new Date();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return new Date((rows[0] as { now: Date }).now);
}
