import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib';
import { directoryEntry, endOfDirectory, localHeader, type ZipRecord } from './zip-records.js';

/** An entry whose bytes are already in the form that the archive stores. */
export type PackedEntry = Omit<ZipRecord, 'headerOffset'>;

const DEFLATED = 8;
const DEFLATED_CHUNK_BYTES = 2 ** 18;
/** Half the time of the default level, for a file a tenth larger. */
const FAST = 1;

/** Writes a zip file entry by entry, with only a few chunks in memory; await each call. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #modifiedAt: Date | undefined;
  readonly #written: ZipRecord[] = [];
  #offset = 0;

  private constructor(file: FileHandle, modifiedAt: Date | undefined) {
    this.#file = file;
    this.#modifiedAt = modifiedAt;
  }

  /** Without `modifiedAt`, equal content gives an equal archive. */
  static async create(path: string, { modifiedAt }: { modifiedAt?: Date } = {}): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w'), modifiedAt);
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const entry = { method: DEFLATED, crc: crc32(bytes), compressedSize: packed.length, size: bytes.length };
    await this.addPacked({ name, ...entry }, [packed]);
  }

  /**
   * Compresses chunks while the next one is made: each must stay unchanged until the one after the next is
   * requested, so two alternating buffers are enough.
   */
  async addStream(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const headerOffset = this.#offset;
    const modifiedAt = this.#modifiedAt;
    const unknown = { name, method: DEFLATED, crc: 0, compressedSize: 0, size: 0, headerOffset, modifiedAt };
    await this.#append(localHeader(unknown, true));
    const start = this.#offset;
    const deflate = createDeflateRaw({ level: FAST, chunkSize: DEFLATED_CHUNK_BYTES });
    // Waits for both before throwing, so that the producer of the chunks can close its source.
    const [fed, drained] = await Promise.allSettled([feed(deflate, chunks), this.#drain(deflate)]);
    if (drained.status === 'rejected') throw drained.reason;
    if (fed.status === 'rejected') throw fed.reason;
    const entry = { ...unknown, ...fed.value, compressedSize: this.#offset - start };
    await writeAt(this.#file, localHeader(entry, true), headerOffset);
    this.#written.push(entry);
  }

  /** Copies the compressed bytes of another archive unchanged. */
  async addPacked(
    entry: PackedEntry,
    packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const { name, method, crc, compressedSize, size } = entry;
    const [headerOffset, modifiedAt] = [this.#offset, this.#modifiedAt];
    const record = { name, method, crc, compressedSize, size, headerOffset, modifiedAt };
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

  async #drain(deflate: DeflateRaw): Promise<void> {
    for await (const packed of deflate) await this.#append(packed as Buffer);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await writeAt(this.#file, bytes, this.#offset);
    this.#offset += bytes.length;
  }
}

/** Gives the compressor one chunk while the previous one is being compressed, never more. */
async function feed(
  deflate: DeflateRaw,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ crc: number; size: number }> {
  let crc = 0;
  let size = 0;
  let compressed = Promise.resolve();
  try {
    for await (const chunk of chunks) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      await compressed;
      compressed = taken(deflate, chunk);
    }
    await compressed;
    deflate.end();
    return { crc, size };
  } catch (error) {
    deflate.destroy(error as Error);
    throw error;
  }
}

function taken(deflate: DeflateRaw, chunk: Uint8Array): Promise<void> {
  const done = new Promise<void>((resolve, reject) =>
    deflate.write(chunk, (error) => (error ? reject(error) : resolve())),
  );
  // It is awaited only after the next chunk was made; until then nobody handles its failure.
  done.catch(() => {});
  return done;
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from, position + from);
    from += bytesWritten;
  }
}
