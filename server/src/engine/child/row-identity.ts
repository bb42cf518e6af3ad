import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../../core/sql-text.js';
import { runInternalSql } from './run-internal-sql.js';

/** Row ids are below 2^53, so that JSON numbers represent them. */
export const LARGEST_ROW_ID = 2n ** 53n - 1n;

/**
 * SQL for a hash of some columns that is stable over restarts and releases of the engine, whose own `hash` is
 * not. Texts are prefixed with their length, so that no two rows share a text; empty cells have none. Without
 * the salt, a secret of the table, nobody can find out a hidden cell by trying values until the hash matches.
 */
export function identityHash(columns: readonly { id: string; type: string }[], salt: string): string {
  const parts = columns.flatMap(({ id, type }) => {
    const cell = identifier(id);
    return type === 'VARCHAR' || type === 'JSON'
      ? [`strlen(${cell})`, "':'", cell, "'|'"]
      : [`cast(${cell} as varchar)`, "'|'"];
  });
  return lowerHalfOfMd5(`concat(${[literal(salt), ...parts].join(', ')})`);
}

/**
 * The engine's own `md5_number_lower` gives the same through texts of bits, which takes three times as long.
 */
function lowerHalfOfMd5(text: string): string {
  return `cast(md5_number(${text}) >> 64 as ubigint)`;
}

export function rowIdOf(hash: string, largest = LARGEST_ROW_ID): string {
  return `cast(${hash} % ${largest}::ubigint as bigint) + 1`;
}

/**
 * Makes the ids of a table with `hash` and `id` unique. Equal rows after the first are distinguished by their
 * number; of different rows with the same id, those with the greater hash move on to a hash of both. The
 * result depends only on the rows, and on their order only between equal ones.
 */
export async function separateIds(
  connection: DuckDBConnection,
  table: string,
  largest = LARGEST_ROW_ID,
): Promise<void> {
  await moveRepeats(connection, table, 'hash', "concat(hash, '#', n)", largest);
  // The number of the round keeps rows from moving in a circle.
  for (let round = 1; await hasRepeats(connection, table, 'id'); round++)
    await moveRepeats(connection, table, 'id', `concat(hash, '/', id, '#', n, '/', ${round})`, largest);
}

export async function hasRepeats(
  connection: DuckDBConnection,
  table: string,
  column: string,
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
  await runInternalSql(
    connection,
    `update ${table} set id = moved.id from (
       select place, ${rowIdOf(lowerHalfOfMd5(text), largest)} as id from (
         select rowid as place, hash, id, row_number() over (partition by ${by} order by hash, rowid) as n
         from ${table} where ${by} in (select ${by} from ${table} group by ${by} having count(*) > 1))
       where n > 1) moved
     where ${table}.rowid = moved.place`,
  );
}
