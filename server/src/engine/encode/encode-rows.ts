import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import type { PageFormat, ResultColumn } from '../protocol.js';
import { type RowSource, rowsAsJson, rowsAsNdjson } from './encode-json.js';

/** The rows in the format asked for: text, or the bytes of an Arrow IPC stream. */
export async function encodeRows(
  format: PageFormat,
  columns: readonly ResultColumn[],
  types: readonly DuckDBType[],
  chunks: Iterable<DuckDBDataChunk>,
  limit?: number,
): Promise<string | Uint8Array> {
  const source: RowSource = { names: columns.map(({ name }) => name), types, chunks, limit };
  if (format === 'json') return rowsAsJson(source);
  if (format === 'ndjson') return rowsAsNdjson(source);
  // apache-arrow is large and few callers ask for it.
  const { rowsAsArrow } = await import('./encode-arrow.js');
  return rowsAsArrow(source);
}
