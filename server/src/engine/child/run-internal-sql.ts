import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';

/** What goes wrong in a statement of ours is told without the statement: its reader wrote another one. */
export async function runInternalSql(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBMaterializedResult> {
  try {
    return await connection.run(sql);
  } catch (error) {
    throw error instanceof Error ? new Error(error.message.split('\nLINE ')[0]) : error;
  }
}
