import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../../core/sql-text.js';
import { runOwn } from './run-own.js';

/** Row ids are below 2^53, so that JSON can tell them. */
export const LARGEST_ROW_ID = 2n ** 53n - 1n;

/**
 * SQL for a hash of some columns that stays the same over restarts and releases of the engine, whose own `hash`
 * does not. Texts come with their length, so that no two rows share a text; what is empty has none.
 */
export function identityHash(columns: readonly { id: string; type: string }[]): string {
  const parts = columns.flatMap(({ id, type }) => {
    const cell = identifier(id);
    return type === 'VARCHAR' || type === 'JSON'
      ? [`strlen(${cell})`, "':'", cell, "'|'"]
      : [`cast(${cell} as varchar)`, "'|'"];
  });
  return `md5_number_lower(concat(${parts.join(', ')}))`;
}

export function rowIdOf(hash: string, largest = LARGEST_ROW_ID): string {
  return `cast(${hash} % ${largest}::ubigint as bigint) + 1`;
}

/**
 * Makes the ids of a table unique that has `hash` and `id`. Of equal rows the second and later ones are told apart
 * by their number; of different rows that met in one id, those with the greater hash move on to a hash of both.
 * The result depends on the rows alone, and on their order only between equal ones.
 */
export async function separateIds(
  connection: DuckDBConnection,
  table: string,
  largest = LARGEST_ROW_ID,
): Promise<void> {
  await moveRepeats(connection, table, 'hash', "concat(hash, '#', n)", largest);
  while (await hasRepeats(connection, table, 'id'))
    await moveRepeats(connection, table, 'id', "concat(hash, '/', id, '#', n)", largest);
}

export async function hasRepeats(
  connection: DuckDBConnection,
  table: string,
  column: 'hash' | 'id',
): Promise<boolean> {
  const reader = await connection.runAndReadAll(`select count(*) > count(distinct ${column}) from ${table}`);
  return reader.getRows()[0]?.[0] === true;
}

async function moveRepeats(
  connection: DuckDBConnection,
  table: string,
  by: 'hash' | 'id',
  text: string,
  largest: bigint,
): Promise<void> {
  if (!(await hasRepeats(connection, table, by))) return;
  await runOwn(
    connection,
    `update ${table} set id = moved.id from (
       select place, ${rowIdOf(`md5_number_lower(${text})`, largest)} as id from (
         select rowid as place, hash, id, row_number() over (partition by ${by} order by hash, rowid) as n
         from ${table} where ${by} in (select ${by} from ${table} group by ${by} having count(*) > 1))
       where n > 1) moved
     where ${table}.rowid = moved.place`,
  );
}
