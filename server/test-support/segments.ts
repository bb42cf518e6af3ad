import { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../src/core/sql-text.js';

/** Writes a Parquet segment. The rows are SQL values without their ids, which are 1, 2, 3, … */
export async function writeSegment(
  path: string,
  columns: readonly { id: string; type: string }[],
  rows: readonly string[],
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const definitions = [...columns.map(({ id, type }) => `${identifier(id)} ${type}`), `${ROW_ID} bigint`];
  await connection.run(`create table segment (${definitions.join(', ')})`);
  if (rows.length > 0) {
    const values = rows.map((row, i) => `(${row}, ${i + 1})`);
    await connection.run(`insert into segment values ${values.join(', ')}`);
  }
  await connection.run(`copy segment to ${literal(path)} (format parquet)`);
  connection.closeSync();
  instance.closeSync();
}
