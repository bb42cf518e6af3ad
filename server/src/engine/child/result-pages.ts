import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { identifier, literal } from '../../core/sql-text.js';
import { encodeRows } from '../encode/encode-rows.js';
import type { PageFormat, ResultColumn, ResultPageRequest } from '../protocol.js';
import { withConnection } from './instance.js';
import { releaseChunks } from './release-chunks.js';
import { restoredExpression } from './stored-columns.js';

export interface StoredPage {
  path: string;
  columns: ResultColumn[];
  limit: number;
  offset: number;
  format: PageFormat;
}

/** A page of a kept result, from its file or from its rows as JSON. */
export async function readResultPage(
  instance: DuckDBInstance,
  { kept, ...page }: ResultPageRequest,
): Promise<string | Uint8Array> {
  const encoded = await withConnection(instance, (connection) =>
    'path' in kept
      ? readStoredPage(connection, { ...page, path: kept.path })
      : readInlinePage(connection, kept.rows, page),
  );
  releaseChunks();
  return encoded;
}

export async function readStoredPage(
  connection: DuckDBConnection,
  { path, columns, limit, offset, format }: StoredPage,
): Promise<string | Uint8Array> {
  const cells = columns.map(({ type }, index) => restoredExpression(type, index));
  const result = await connection.run(
    `select ${cells.join(', ')} from read_parquet(${literal(path)}) limit ${limit} offset ${offset}`,
  );
  return await encodeRows(format, columns, result.columnTypes(), await result.fetchAllChunks(), limit);
}

/** Only results of simple types are kept as JSON, so each cell casts back from its text. */
async function readInlinePage(
  connection: DuckDBConnection,
  rows: string,
  { columns, limit, offset, format }: Omit<StoredPage, 'path'>,
): Promise<string | Uint8Array> {
  const cells = columns.map(({ name, type }) => {
    const cell = `map_extract_value(cells, ${literal(name)})`;
    return `cast(${type === 'JSON' ? cell : `${cell}->>'$'`} as ${type}) as ${identifier(name)}`;
  });
  const result = await connection.run(
    `select ${cells.join(', ')}
     from (select unnest(from_json($1, '["MAP(VARCHAR, JSON)"]')) as cells) limit ${limit} offset ${offset}`,
    [rows],
  );
  return await encodeRows(format, columns, result.columnTypes(), await result.fetchAllChunks(), limit);
}
