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
import { type ArrowColumn, arrowColumn } from './arrow-column.js';
import { cellJson } from './cell-json.js';
import { type PageBuilder, type PageCut, type PageShape, rowTooLarge } from './page-builder.js';
import { isNestedType } from './type-name.js';

/** Rows are filled in this many at a time, so that little work is wasted when the page is full. */
const SLICE_ROWS = 128;
/** The size of a column in a record batch apart from its values: its description, and padding. */
const COLUMN_OVERHEAD = 192;

/** A page as an Arrow IPC stream: the schema, and a record batch for each chunk. */
export class ArrowPage implements PageBuilder {
  readonly #shape: PageShape;
  readonly #schema: Schema;
  readonly #writer = new RecordBatchStreamWriter();
  #bytes = 0;
  rowCount = 0;
  cutBy: PageCut | undefined;

  constructor(shape: PageShape) {
    this.#shape = shape;
    this.#schema = new Schema(
      shape.types.map((type, i) => new Field(shape.names[i] ?? '', arrowColumn(type, 0).type, true)),
    );
    this.#writer.reset(undefined, this.#schema);
  }

  add(chunk: DuckDBDataChunk): void {
    if (this.cutBy || chunk.rowCount === 0) return;
    const { limit = Infinity, maxBytes = Infinity } = this.#shape;
    const wanted = Math.min(chunk.rowCount, limit - this.rowCount);
    if (wanted < chunk.rowCount) this.cutBy = 'limit';
    const { columns, count } = this.#fitting(chunk, wanted);
    if (count < wanted) this.cutBy = 'bytes';
    if (this.rowCount + count === 0 && wanted > 0) throw rowTooLarge(maxBytes);
    if (count > 0) this.#write(columns, count);
  }

  finish(): Uint8Array {
    this.#writer.finish();
    return this.#writer.toUint8Array(true);
  }

  /** The columns of as many of the first rows as fit. */
  #fitting(chunk: DuckDBDataChunk, wanted: number): { columns: ArrowColumn[]; count: number } {
    const all = this.#columns(chunk, wanted);
    if (all) return { columns: all, count: wanted };
    let fitting: { columns: ArrowColumn[]; count: number } = { columns: [], count: 0 };
    for (let tooMany = wanted; tooMany - fitting.count > 1; ) {
      const count = Math.floor((fitting.count + tooMany) / 2);
      const columns = this.#columns(chunk, count);
      if (columns) fitting = { columns, count };
      else tooMany = count;
    }
    return fitting;
  }

  /** The columns of the first rows; undefined if they do not fit. */
  #columns(chunk: DuckDBDataChunk, count: number): ArrowColumn[] | undefined {
    const { types, maxBytes = Infinity } = this.#shape;
    const columns = types.map((type) => arrowColumn(type, count));
    const vectors = types.map((_, i) => chunk.getColumnVector(i));
    const room = maxBytes - this.#bytes - types.length * COLUMN_OVERHEAD;
    for (let from = 0; from < count; from += SLICE_ROWS) {
      const to = Math.min(from + SLICE_ROWS, count);
      for (const [i, column] of columns.entries())
        fill(column, vectors[i] as DuckDBVector, types[i] as DuckDBType, from, to);
      if (bytesOf(columns) > room) return undefined;
    }
    return columns;
  }

  #write(columns: ArrowColumn[], count: number): void {
    const data = makeData({
      type: new Struct(this.#schema.fields),
      length: count,
      nullCount: 0,
      children: columns.map((column) => column.finish() as Data),
    });
    this.#writer.write(new RecordBatch(this.#schema, data));
    this.#bytes += bytesOf(columns) + columns.length * COLUMN_OVERHEAD;
    this.rowCount += count;
  }
}

function bytesOf(columns: readonly ArrowColumn[]): number {
  return columns.reduce((sum, column) => sum + column.bytes, 0);
}

function fill(column: ArrowColumn, vector: DuckDBVector, type: DuckDBType, from: number, to: number): void {
  const nested = isNestedType(type);
  for (let i = from; i < to; i += 1) {
    const value = nested ? nestedText(vector, type, i) : vector.getItem(i);
    if (value !== null) column.set(i, value);
  }
}

function nestedText(vector: DuckDBVector, type: DuckDBType, index: number): string | null {
  const json = cellJson(vector, type, index);
  return json === 'null' ? null : json;
}
