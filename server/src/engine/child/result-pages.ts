import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { identifier, literal } from '../../core/sql-text.js';
import type { EncodedPage, PageRequest, ResultColumn, ResultPageRequest } from '../protocol.js';
import { withConnection } from './instance.js';
import { restoredExpression } from './stored-columns.js';
import { encodePage } from './write-page.js';

interface KeptPage extends PageRequest {
  columns: ResultColumn[];
  offset: number;
}

/** A page of a stored result, from its file or from its rows as JSON. */
export async function readResultPage(
  instance: DuckDBInstance,
  { kept, ...page }: ResultPageRequest,
): Promise<EncodedPage> {
  return await withConnection(instance, (connection) =>
    'path' in kept
      ? readStoredPage(connection, { ...page, path: kept.path })
      : readInlinePage(connection, kept.rows, page),
  );
}

export async function readStoredPage(
  connection: DuckDBConnection,
  { path, columns, offset, ...page }: KeptPage & { path: string },
): Promise<EncodedPage> {
  const cells = columns.map(({ type }, index) => restoredExpression(type, index));
  const result = await connection.stream(
    `select ${cells.join(', ')} from read_parquet(${literal(path)}) limit ${page.limit} offset ${offset}`,
  );
  return await encodePage(page, columns, result.columnTypes(), result);
}

/** Only results of simple types are stored as JSON, so each cell casts back from its text. */
async function readInlinePage(
  connection: DuckDBConnection,
  rows: string,
  { columns, offset, ...page }: KeptPage,
): Promise<EncodedPage> {
  const cells = columns.map(({ name, type }) => {
    const cell = `map_extract_value(cells, ${literal(name)})`;
    return `cast(${type === 'JSON' ? cell : `${cell}->>'$'`} as ${type}) as ${identifier(name)}`;
  });
  const result = await connection.stream(
    `select ${cells.join(', ')}
     from (select unnest(from_json($1, '["MAP(VARCHAR, JSON)"]')) as cells) limit ${page.limit} offset ${offset}`,
    [rows],
  );
  return await encodePage(page, columns, result.columnTypes(), result);
}
