import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';

/** Reports errors of internal SQL without quoting it: the user wrote a different statement. */
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
