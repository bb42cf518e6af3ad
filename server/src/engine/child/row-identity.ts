import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../../core/sql-text.js';
import { runInternalSql } from './run-internal-sql.js';

/** Row ids are below 2^53, so that JSON can tell them. */
export const LARGEST_ROW_ID = 2n ** 53n - 1n;

/**
 * SQL for a hash of some columns that stays the same over restarts and releases of the engine, whose own `hash`
 * does not. Texts come with their length, so that no two rows share a text; what is empty has none. Without the salt,
 * a secret of the table, nobody can find out a cell that they may not see by trying values until the hash is right.
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

/** The engine's own `md5_number_lower` gives the same by way of texts of bits, which takes three times as long. */
function lowerHalfOfMd5(text: string): string {
  return `cast(md5_number(${text}) >> 64 as ubigint)`;
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
