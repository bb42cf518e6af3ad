import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { damaged, tooComplex } from '../core/file-error.js';
import { type ReadAt, readZipDirectory, type ZipEntry } from './zip-directory.js';
import { zipLimits } from './zip-limits.js';

const READ_BYTES = 2 ** 20;
const INFLATED_CHUNK_BYTES = 2 ** 18;

/** Where the bytes of an archive are. */
interface ByteSource {
  readAt: ReadAt;
  close(): Promise<void>;
}

/** A zip archive, read in chunks; every entry is checked against its declared size and checksum. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly #source: ByteSource;
  readonly #byName: Map<string, ZipEntry>;
  /** Over all reads, since a part may be read more than once. */
  #inflatedBytes = 0;

  private constructor(source: ByteSource, entries: readonly ZipEntry[]) {
    this.#source = source;
    this.entries = entries;
    this.#byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  static async open(path: string): Promise<ZipArchive> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      return await ZipArchive.#from(new FileSource(file), size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  static async of(bytes: Buffer): Promise<ZipArchive> {
    return await ZipArchive.#from(new MemorySource(bytes), bytes.length);
  }

  static async #from(source: ByteSource, size: number): Promise<ZipArchive> {
    const entries = await readZipDirectory((offset, length) => source.readAt(offset, length), size);
    return new ZipArchive(source, entries);
  }

  async close(): Promise<void> {
    await this.#source.close();
  }

  /** Part names are case-insensitive. */
  find(name: string): ZipEntry | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** The inflated content of an entry. */
  async *chunks(entry: ZipEntry): AsyncGenerator<Buffer> {
    let size = 0;
    let crc = 0;
    for await (const chunk of entry.method === 0 ? this.packedChunks(entry) : this.#inflated(entry)) {
      size += chunk.length;
      this.#inflatedBytes += chunk.length;
      if (this.#inflatedBytes > zipLimits.inflatedTotalBytes) {
        throw tooComplex('zip-endless');
      }
      if (size > entry.size) throw tooComplex('zip-inflates-beyond-declared', { part: entry.name });
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (size !== entry.size || crc !== entry.crc) {
      throw damaged('zip-entry-damaged', { part: entry.name, fault: 'checksum' });
    }
  }

  async bytes(entry: ZipEntry, atMost: number = zipLimits.smallEntryBytes): Promise<Buffer> {
    if (entry.size > atMost) throw tooComplex('zip-part-too-large', { part: entry.name });
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The bytes of an entry as stored in the file, compressed or not. */
  async *packedChunks({ start, compressedSize }: ZipEntry): AsyncGenerator<Buffer> {
    const end = start + compressedSize;
    for (let at = start; at < end; ) {
      const chunk = await this.#source.readAt(at, Math.min(READ_BYTES, end - at));
      if (chunk.length === 0) throw damaged('zip-damaged', { fault: 'cut-short' });
      at += chunk.length;
      yield chunk;
    }
  }

  async *#inflated(entry: ZipEntry): AsyncGenerator<Buffer> {
    const inflate = createInflateRaw({ chunkSize: INFLATED_CHUNK_BYTES });
    const packed = Readable.from(this.packedChunks(entry), { highWaterMark: 2 });
    packed.once('error', (error) => inflate.destroy(error));
    try {
      for await (const chunk of packed.pipe(inflate)) yield chunk as Buffer;
    } catch (error) {
      throw isZlibError(error)
        ? damaged('zip-entry-damaged', { part: entry.name, fault: 'inflation' })
        : error;
    } finally {
      packed.destroy();
      inflate.destroy();
    }
  }
}

class FileSource implements ByteSource {
  constructor(private readonly file: FileHandle) {}

  async readAt(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

class MemorySource implements ByteSource {
  constructor(private readonly bytes: Buffer) {}

  async readAt(offset: number, length: number): Promise<Buffer> {
    return this.bytes.subarray(offset, offset + length);
  }

  async close(): Promise<void> {}
}

function isZlibError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}
