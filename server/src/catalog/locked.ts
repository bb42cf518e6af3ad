import { PostgresAdapter } from 'kysely';
import type { Db } from './db.js';

/**
 * Locks the rows that a query finds until the commit, as an update of them would. SQLite has one connection, so there
 * a transaction has all rows to itself. An update with RETURNING would do on both, but takes SQLite two to three times
 * as long as a read and an update without it.
 */
export function locked<Query extends { forNoKeyUpdate(): Query }>(db: Db, query: Query): Query {
  return db.getExecutor().adapter instanceof PostgresAdapter ? query.forNoKeyUpdate() : query;
}
