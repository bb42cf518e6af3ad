import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../core/sql-text.js';
import type { Output, ReadReply } from '../protocol.js';

export const PARQUET_OPTIONS = 'format parquet, compression zstd, compression_level 1';
/** As RFC 4180 has it: lines end with CRLF. NULL is nothing between two commas, an empty text is a pair of quotes. */
const CSV_OPTIONS = `format csv, header true, new_line '\r\n'`;

/** Writes every row of a statement of our own to a file. */
export async function copyToFile(
  connection: DuckDBConnection,
  sql: string,
  output: Extract<Output, { kind: 'file' }>,
): Promise<ReadReply> {
  const options = output.format === 'parquet' ? PARQUET_OPTIONS : CSV_OPTIONS;
  const copied = await connection.run(`copy (${sql}) to ${literal(output.path)} (${options})`);
  return { columns: [], rowCount: copied.rowsChanged, page: '[]', pageRows: 0 };
}
