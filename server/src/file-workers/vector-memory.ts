import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Some rows of a chunk. */
export interface RowRange {
  from: number;
  count: number;
}

/** A copy of the engine's memory of some rows of a column. */
interface VectorMemory {
  items: DataView;
  /** Of a row of the range. */
  isNull: (row: number) => boolean;
}

export function vectorMemory(
  { chunk, rowCount }: DuckDBDataChunk,
  column: number,
  { from, count }: RowRange,
  itemBytes: number,
): VectorMemory {
  const vector = duckdb.data_chunk_get_vector(chunk, column);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8) as Uint8Array | null;
  const { buffer, byteOffset } = duckdb.vector_get_data(vector, rowCount * itemBytes);
  return {
    items: new DataView(buffer, byteOffset + from * itemBytes, count * itemBytes),
    isNull: (row) =>
      validity !== null && ((validity[(from + row) >> 3] as number) & (1 << ((from + row) & 7))) === 0,
  };
}
