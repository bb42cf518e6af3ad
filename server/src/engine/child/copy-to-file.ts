import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../core/sql-text.js';
import { bindParameters } from '../encode/bind-parameters.js';
import type { Output, ReadReply, ReadRequest } from '../protocol.js';

/** The engine's default, and its minimum; in rows. */
const ROW_GROUP = { most: 122_880, least: 2048 };
/** Reader and writer each keep a row group's columns in memory, so wide ones have fewer rows. */
const ROW_GROUP_CELLS = 2_000_000;

export function parquetOptions(columns: number): string {
  return `format parquet, compression zstd, compression_level 1, row_group_size ${rowGroupSize(columns)}`;
}

/** For programs of others, some of which know no other compression. */
function partOptions(columns: number, bytes: number): string {
  return `format parquet, compression snappy, row_group_size ${rowGroupSize(columns)}, file_size_bytes ${bytes}`;
}

function rowGroupSize(columns: number): number {
  const rows = Math.floor(ROW_GROUP_CELLS / Math.max(columns, 1) / ROW_GROUP.least) * ROW_GROUP.least;
  return Math.max(ROW_GROUP.least, Math.min(ROW_GROUP.most, rows));
}

/**
 * As in RFC 4180: lines end with CRLF. NULL is nothing between two commas, an empty text is a pair of quotes.
 */
const csvOptions = (header: boolean) => `format csv, header ${header}, new_line '\r\n'`;

/** Writes every row of an internal statement to a file, or to several in a folder. */
export async function copyToFile(
  connection: DuckDBConnection,
  { sql, parameters }: Pick<ReadRequest, 'sql' | 'parameters'>,
  output: Extract<Output, { kind: 'file' }>,
): Promise<ReadReply> {
  const options =
    output.format === 'parquet'
      ? parquetFormat(await columnCount(connection, sql), output.partBytes)
      : csvOptions(output.header ?? true);
  const copy = await connection.prepare(`copy (${sql}) to ${literal(output.path)} (${options})`);
  bindParameters(copy, parameters);
  const copied = await copy.run();
  copy.destroySync();
  return { columns: [], rowCount: copied.rowsChanged, page: '[]', pageRows: 0 };
}

const parquetFormat = (columns: number, partBytes: number | undefined): string =>
  partBytes === undefined ? parquetOptions(columns) : partOptions(columns, partBytes);

async function columnCount(connection: DuckDBConnection, sql: string): Promise<number> {
  const prepared = await connection.prepare(sql);
  const count = prepared.columnCount;
  prepared.destroySync();
  return count;
}
