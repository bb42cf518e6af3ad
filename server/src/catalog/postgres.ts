import type { PostgresDialect } from 'kysely';
import { PipelinedPostgresDialect } from './pipelined-postgres.js';

const INT8 = 20;
/** Statements that are sent together travel together; the types of the driver do not know the option yet. */
const pipelining = { pipeline: true };

/** The driver is loaded only where PostgreSQL is used. Counts and row ids stay below 2^53, so int8 reads as a number. */
export async function postgresDialect(url: string): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 20, types, ...pipelining });
  // A lost connection fails the query that runs on it; unheard, its event would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PipelinedPostgresDialect({ pool });
}
