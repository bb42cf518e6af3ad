import { DuckDBDataChunk, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { SharedTexts } from '@workbook-data-service/sheets/columns';
import type { TextIndex } from '@workbook-data-service/sheets/grid';

/** Of the engine's `duckdb_string_t`: its length and a short text, or its length and where a longer one is. */
const WORDS = 4;
const WORD_BYTES = 4;

/**
 * Texts in the engine's memory, each passed to it once: a call for every cell takes five times as long. What is written
 * into vectors refers to that memory, so it must live as long as they do.
 */
export class PassedTexts {
  readonly #texts: SharedTexts['texts'];
  /** By index, where the words of a text are; negative for those that were not needed yet. */
  readonly #places: Int32Array;
  #words = new Uint32Array(0);
  #count = 0;
  readonly #memory: DuckDBDataChunk[] = [];

  constructor({ texts, count }: SharedTexts) {
    this.#texts = texts;
    this.#places = new Int32Array(count).fill(-1);
  }

  /** Writes the texts with the given indices into a vector; where an index is negative, an empty one. */
  write(vector: duckdb.Vector, indices: Int32Array): void {
    this.#pass(indices);
    const known = this.#words;
    const words = new Uint32Array(indices.length * WORDS);
    for (let item = 0; item < indices.length; item++) {
      const index = indices[item] as number;
      if (index < 0) continue;
      const from = (this.#places[index] as number) * WORDS;
      const to = item * WORDS;
      words[to] = known[from] as number;
      words[to + 1] = known[from + 1] as number;
      words[to + 2] = known[from + 2] as number;
      words[to + 3] = known[from + 3] as number;
    }
    duckdb.copy_data_to_vector(vector, 0, words.buffer, 0, words.byteLength);
  }

  #pass(indices: Int32Array): void {
    const before = this.#count;
    const added: TextIndex[] = [];
    for (const index of indices as Iterable<TextIndex>) {
      if (index < 0 || (this.#places[index] as number) >= 0) continue;
      this.#places[index] = before + added.push(index) - 1;
    }
    if (added.length === 0) return;
    this.#count += added.length;
    const chunk = DuckDBDataChunk.create([VARCHAR], added.length);
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    for (const [item, index] of added.entries())
      duckdb.vector_assign_string_element(vector, item, this.#texts.at(index) ?? '');
    this.#memory.push(chunk);
    this.#makeRoom();
    const { buffer, byteOffset } = duckdb.vector_get_data(vector, added.length * WORDS * WORD_BYTES);
    this.#words.set(new Uint32Array(buffer, byteOffset, added.length * WORDS), before * WORDS);
  }

  #makeRoom(): void {
    if (this.#count * WORDS <= this.#words.length) return;
    const words = new Uint32Array(this.#count * WORDS * 2);
    words.set(this.#words);
    this.#words = words;
  }
}
