import { type FileHandle, open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { DeflatedChunks } from './deflated-chunks.js';
import { DEFLATED, directoryEntry, endOfDirectory, localHeader, type ZipRecord } from './zip-records.js';

/** An entry whose bytes are already in the form that the archive stores. */
type PackedEntry = Omit<ZipRecord, 'headerOffset'>;

/** Writes a zip file entry by entry, with only a few chunks in memory; await each call. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #written: ZipRecord[] = [];
  #offset = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Equal content gives an equal archive. */
  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w'));
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const entry = { method: DEFLATED, crc: crc32(bytes), compressedSize: packed.length, size: bytes.length };
    await this.addPacked({ name, ...entry }, [packed]);
  }

  /** Two alternating buffers are enough for the chunks: see `DeflatedChunks`. */
  async addStream(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const headerOffset = this.#offset;
    const unknown = { name, method: DEFLATED, crc: 0, compressedSize: 0, size: 0, headerOffset };
    await this.#append(localHeader(unknown, true));
    const deflated = new DeflatedChunks(chunks);
    for await (const packed of deflated) await this.#append(packed);
    const entry = { ...unknown, ...deflated.totals };
    await writeAt(this.#file, localHeader(entry, true), headerOffset);
    this.#written.push(entry);
  }

  /** Copies the compressed bytes of another archive unchanged. */
  async addPacked(
    entry: PackedEntry,
    packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const { name, method, crc, compressedSize, size } = entry;
    const record = { name, method, crc, compressedSize, size, headerOffset: this.#offset };
    await this.#append(localHeader(record, false));
    const start = this.#offset;
    for await (const chunk of packed) await this.#append(chunk);
    if (this.#offset - start !== compressedSize) throw new Error(`${name} does not have its declared size`);
    this.#written.push(record);
  }

  /** Writes the directory, without which the file is not an archive. */
  async close(): Promise<void> {
    const offset = this.#offset;
    await this.#append(Buffer.concat(this.#written.map(directoryEntry)));
    await this.#append(endOfDirectory(this.#written.length, offset, this.#offset - offset));
    await this.#file.close();
  }

  /** Closes the file, which stays unfinished. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await writeAt(this.#file, bytes, this.#offset);
    this.#offset += bytes.length;
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from, position + from);
    from += bytesWritten;
  }
}
