import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBType,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { ColumnData, SharedTexts } from '@workbook-data-service/sheets/columns';
import type { Texts } from '@workbook-data-service/sheets/grid';
import { PassedTexts } from './passed-texts.js';

export const duckDbTypes: Record<ColumnData['type'], DuckDBType> = {
  VARCHAR,
  BIGINT,
  DOUBLE,
  BOOLEAN,
  DATE,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
};

type TextData = Extract<ColumnData, { type: 'VARCHAR' }>;

/** Fills vectors of the engine, which may refer to memory of the filler: it must live as long as they do. */
export class VectorFiller {
  readonly #passed = new Map<Texts, PassedTexts>();

  /** Fills a vector with the rows of a column from `from` on; the types of the two are the same. */
  fill(vector: duckdb.Vector, data: ColumnData, from: number, count: number): void {
    if (data.type === 'VARCHAR') this.#fillTexts(vector, data, from, count);
    else fillValues(vector, data, from, count);
  }

  #fillTexts(vector: duckdb.Vector, { textAt, shared }: TextData, from: number, count: number): void {
    const isShared = shared ? this.#passShared(vector, shared, from, count) : undefined;
    const valid = new Uint8Array(count).fill(1);
    for (let item = 0; item < count; item++) {
      if (isShared?.(item)) continue;
      const text = textAt(from + item);
      if (text === null) valid[item] = 0;
      else duckdb.vector_assign_string_element(vector, item, text);
    }
    leaveOut(vector, valid);
  }

  /** Returns which items were filled. */
  #passShared(vector: duckdb.Vector, shared: SharedTexts, from: number, count: number) {
    let passed = this.#passed.get(shared.texts);
    if (!passed) {
      passed = new PassedTexts(shared);
      this.#passed.set(shared.texts, passed);
    }
    const indices = new Int32Array(count);
    for (let item = 0; item < count; item++) indices[item] = shared.indexAt(from + item);
    passed.write(vector, indices);
    return (item: number) => (indices[item] as number) >= 0;
  }
}

function fillValues(
  vector: duckdb.Vector,
  { values, valid }: Exclude<ColumnData, TextData>,
  from: number,
  count: number,
): void {
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = values;
  duckdb.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset + from * width, count * width);
  leaveOut(vector, valid.subarray(from, from + count));
}

/** Makes items NULL where `valid` is 0. The engine has a bit for each, in words of 64. */
function leaveOut(vector: duckdb.Vector, valid: Uint8Array): void {
  if (!valid.includes(0)) return;
  const bits = new Uint8Array(Math.ceil(valid.length / 64) * 8);
  for (let item = 0; item < valid.length; item++) {
    if (valid[item] === 1) bits[item >> 3] = (bits[item >> 3] as number) | (1 << (item & 7));
  }
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.byteLength);
}
