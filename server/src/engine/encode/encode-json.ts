import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { columnJson } from './column-json.js';

/** Rows on their way out: names already unique, one type for each. */
export interface RowSource {
  names: readonly string[];
  types: readonly DuckDBType[];
  chunks: Iterable<DuckDBDataChunk>;
  /** How many rows at most; absent: all. */
  limit?: number | undefined;
}

/** The rows as the text of one JSON array of objects. */
export function rowsAsJson(source: RowSource): string {
  return `[${[...rowBlocks(source, ',')].join(',')}]`;
}

/** The rows as one JSON object a line, each line ended. */
export function rowsAsNdjson(source: RowSource): string {
  return [...rowBlocks(source, '\n')].map((block) => `${block}\n`).join('');
}

/** One text for each chunk, written from the vectors: no object is made for a row. */
function* rowBlocks(
  { names, types, chunks, limit = Infinity }: RowSource,
  separator: string,
): Generator<string> {
  const keys = names.map((name, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  let left = limit;
  for (const chunk of chunks) {
    const count = Math.min(chunk.rowCount, left);
    if (count <= 0) continue;
    left -= count;
    const columns = types.map((type, i) => columnJson(chunk.getColumnVector(i), type, count));
    yield joinRows(keys, columns, count, separator);
  }
}

function joinRows(
  keys: readonly string[],
  columns: readonly (readonly string[])[],
  count: number,
  separator: string,
): string {
  const rows = new Array<string>(count);
  for (let row = 0; row < count; row += 1) {
    let text = '';
    for (let i = 0; i < keys.length; i += 1) text += `${keys[i]}${columns[i]?.[row]}`;
    rows[row] = `${text}}`;
  }
  return rows.join(separator);
}
