import type { DuckDBDataChunk, DuckDBType, DuckDBVector } from '@duckdb/node-api';
import {
  type Data,
  Field,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
} from 'apache-arrow';
import { arrowColumn } from './arrow-column.js';
import { cellJson } from './cell-json.js';
import type { RowSource } from './encode-json.js';
import { isNestedType } from './type-name.js';

/** The rows as an Arrow IPC stream: the schema, and one record batch unless there are no rows. */
export function rowsAsArrow({ names, types, chunks, limit = Infinity }: RowSource): Uint8Array {
  const { taken, rowCount } = take(chunks, limit);
  const columns = types.map((type, i) => {
    const column = arrowColumn(type, rowCount);
    let at = 0;
    for (const { chunk, count } of taken) {
      fill(column, chunk.getColumnVector(i), type, at, count);
      at += count;
    }
    return { field: new Field(names[i] ?? '', column.type, true), data: column.finish() as Data };
  });
  const schema = new Schema(columns.map(({ field }) => field));
  const data = makeData({
    type: new Struct(schema.fields),
    length: rowCount,
    nullCount: 0,
    children: columns.map((column) => column.data),
  });
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  if (rowCount > 0) writer.write(new RecordBatch(schema, data));
  writer.finish();
  return writer.toUint8Array(true);
}

function take(chunks: Iterable<DuckDBDataChunk>, limit: number) {
  const taken: { chunk: DuckDBDataChunk; count: number }[] = [];
  let rowCount = 0;
  for (const chunk of chunks) {
    const count = Math.min(chunk.rowCount, limit - rowCount);
    if (count <= 0) continue;
    taken.push({ chunk, count });
    rowCount += count;
  }
  return { taken, rowCount };
}

function fill(
  column: ReturnType<typeof arrowColumn>,
  vector: DuckDBVector,
  type: DuckDBType,
  at: number,
  count: number,
): void {
  const nested = isNestedType(type);
  for (let i = 0; i < count; i += 1) {
    const value = nested ? nestedText(vector, type, i) : vector.getItem(i);
    if (value !== null) column.set(at + i, value);
  }
}

function nestedText(vector: DuckDBVector, type: DuckDBType, index: number): string | null {
  const json = cellJson(vector, type, index);
  return json === 'null' ? null : json;
}
