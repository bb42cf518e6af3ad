import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Of the engine's `duckdb_string_t`: its length, and the text itself if it is short, else where it is. */
const ITEM_BYTES = 16;
const LONGEST_INLINE = 12;
const [TEXT_AT, POINTER_AT] = [4, 8];

/**
 * The texts of some rows of a column. Fetching one from the engine's memory takes long, and equal ones are often in
 * the same place there: those are fetched once.
 */
export function readTexts(
  { chunk, rowCount }: DuckDBDataChunk,
  column: number,
  rows: { from: number; count: number },
): (string | null)[] {
  const vector = duckdb.data_chunk_get_vector(chunk, column);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8) as Uint8Array | null;
  const fetched = new FetchedTexts(duckdb.vector_get_data(vector, rowCount * ITEM_BYTES));
  const texts: (string | null)[] = [];
  for (let item = rows.from; item < rows.from + rows.count; item++) {
    const isNull = validity !== null && ((validity[item >> 3] as number) & (1 << (item & 7))) === 0;
    texts.push(isNull ? null : fetched.at(item));
  }
  return texts;
}

class FetchedTexts {
  readonly #items: Buffer;
  readonly #byPointer = new Map<number, string>();

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#items = Buffer.from(buffer, byteOffset, byteLength);
  }

  at(item: number): string {
    const items = this.#items;
    const start = item * ITEM_BYTES;
    const length = items.readUInt32LE(start);
    if (length <= LONGEST_INLINE) return items.toString('utf8', start + TEXT_AT, start + TEXT_AT + length);
    // Addresses have 48 bits; a text may begin like another and be longer.
    const pointer = items.readUIntLE(start + POINTER_AT, 6);
    const known = this.#byPointer.get(pointer);
    if (known !== undefined && Buffer.byteLength(known) === length) return known;
    const { buffer, byteOffset } = duckdb.get_data_from_pointer(
      items.buffer as ArrayBuffer,
      items.byteOffset + start + POINTER_AT,
      length,
    );
    const text = Buffer.from(buffer, byteOffset, length).toString();
    this.#byPointer.set(pointer, text);
    return text;
  }
}
