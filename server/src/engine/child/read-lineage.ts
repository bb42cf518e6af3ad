import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { parseOn } from '../guard/parse-sql.js';
import { columnLineage, type Lineage } from '../lineage/column-lineage.js';
import type { Node } from '../lineage/tree.js';
import type { ReadRequest } from '../protocol.js';

/**
 * The input columns of each column of a statement that the guard has accepted; undefined if they cannot be
 * determined.
 */
export async function readLineage(
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  { sql, views }: Pick<ReadRequest, 'sql' | 'views'>,
): Promise<Lineage | undefined> {
  const { statements } = JSON.parse(await parseOn(connection)(sql)) as { statements: [Node] };
  const inputs = new Map(
    views.map(({ name, columns }) => [name, [...columns.map((column) => column.name), ROW_ID]]),
  );
  // The engine's names, which may repeat: responses make them unique.
  const names = Array.from({ length: prepared.columnCount }, (_, i) => prepared.columnName(i));
  try {
    return columnLineage(statements[0], inputs, names);
  } catch {
    // A statement can run without being understood.
    return undefined;
  }
}
