import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../core/sql-text.js';
import { bindParameters } from '../encode/bind-parameters.js';
import type { Output, ReadReply, ReadRequest } from '../protocol.js';

/** The engine's default, and its minimum; in rows. */
const ROW_GROUP = { most: 122_880, least: 2048 };
/** Reader and writer each keep a row group's columns in memory, so wide ones have fewer rows. */
const ROW_GROUP_CELLS = 2_000_000;

export function parquetOptions(columns: number): string {
  const rows = Math.floor(ROW_GROUP_CELLS / Math.max(columns, 1) / ROW_GROUP.least) * ROW_GROUP.least;
  const size = Math.max(ROW_GROUP.least, Math.min(ROW_GROUP.most, rows));
  return `format parquet, compression zstd, compression_level 1, row_group_size ${size}`;
}

/**
 * As in RFC 4180: lines end with CRLF. NULL is nothing between two commas, an empty text is a pair of quotes.
 */
const csvOptions = (header: boolean) => `format csv, header ${header}, new_line '\r\n'`;

/** Writes every row of an internal statement to a file. */
export async function copyToFile(
  connection: DuckDBConnection,
  { sql, parameters }: Pick<ReadRequest, 'sql' | 'parameters'>,
  output: Extract<Output, { kind: 'file' }>,
): Promise<ReadReply> {
  const options =
    output.format === 'parquet'
      ? parquetOptions(await columnCount(connection, sql))
      : csvOptions(output.header ?? true);
  const copy = await connection.prepare(`copy (${sql}) to ${literal(output.path)} (${options})`);
  bindParameters(copy, parameters);
  const copied = await copy.run();
  copy.destroySync();
  return { columns: [], rowCount: copied.rowsChanged, page: '[]', pageRows: 0 };
}

async function columnCount(connection: DuckDBConnection, sql: string): Promise<number> {
  const prepared = await connection.prepare(sql);
  const count = prepared.columnCount;
  prepared.destroySync();
  return count;
}
