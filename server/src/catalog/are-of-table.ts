import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.js';

/**
 * That edits are of a table, for a statement that goes on to name rows of it. In SQLite the index of the rows has only the end of
 * the table's id; the plus keeps SQLite from reading the log of the whole table instead.
 */
export function areOfTable(db: Db, edits: string, table: string | RawBuilder<string>): RawBuilder<boolean> {
  const id = sql.ref<string>(`${edits}.table_id`);
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`${id} = ${table}`
    : sql`(+${id} = ${table} and substr(${id}, 33) = substr(${table}, 33))`;
}
