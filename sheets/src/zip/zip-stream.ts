import { DeflatedChunks } from './deflated-chunks.js';
import {
  DEFLATED,
  dataDescriptor,
  directoryEntry,
  endOfDirectory,
  localHeader,
  type ZipRecord,
} from './zip-records.js';

/**
 * A zip archive that is sent while it is made: the checksum and the sizes of an entry follow its bytes. Read the entries
 * one after the other, in any order, and then the directory.
 */
export class ZipStream {
  readonly #modifiedAt: Date | undefined;
  readonly #sent: ZipRecord[] = [];
  #offset = 0;

  constructor({ modifiedAt }: { modifiedAt?: Date } = {}) {
    this.#modifiedAt = modifiedAt;
  }

  async *entry(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const unknown: ZipRecord = {
      name,
      method: DEFLATED,
      crc: 0,
      compressedSize: 0,
      size: 0,
      headerOffset: this.#offset,
      modifiedAt: this.#modifiedAt,
      isDescribedAfter: true,
    };
    yield this.#counted(localHeader(unknown, false));
    const deflated = new DeflatedChunks(chunks);
    for await (const packed of deflated) yield this.#counted(packed);
    const entry = { ...unknown, ...deflated.totals };
    yield this.#counted(dataDescriptor(entry));
    this.#sent.push(entry);
  }

  async *directory(): AsyncGenerator<Buffer> {
    const offset = this.#offset;
    for (const entry of this.#sent) yield this.#counted(directoryEntry(entry));
    yield endOfDirectory(this.#sent.length, offset, this.#offset - offset);
  }

  #counted(bytes: Buffer): Buffer {
    this.#offset += bytes.length;
    return bytes;
  }
}
