import { damaged } from '../core/file-error.js';

/** The sectors of an OLE container, each of which leads to the next one of its stream. */
export class SectorChains {
  readonly #sectors: Buffer;
  readonly #sectorBytes: number;
  readonly #table: Buffer;

  constructor(sectors: Buffer, sectorBytes: number, table: Buffer) {
    this.#sectors = sectors;
    this.#sectorBytes = sectorBytes;
    this.#table = table;
  }

  /** The whole chain from a sector on, or its first `length` bytes, which must exist. */
  read(start: number, length?: number): Buffer {
    const chain: Buffer[] = [];
    const enough = length ?? Number.POSITIVE_INFINITY;
    let read = 0;
    for (let number = start; number >= 0 && read < enough; number = this.#following(number)) {
      const sector = this.#sectors.subarray(number * this.#sectorBytes, (number + 1) * this.#sectorBytes);
      read += sector.length;
      // Reading more than there is means a loop.
      if (sector.length === 0 || read > this.#sectors.length) throw damagedContainer();
      chain.push(sector);
    }
    if (length !== undefined && read < length) throw damagedContainer();
    return Buffer.concat(chain, Math.min(read, enough));
  }

  /** Negative at the end of a chain. */
  #following(number: number): number {
    if (number * 4 + 4 > this.#table.length) throw damagedContainer();
    return this.#table.readInt32LE(number * 4);
  }
}

export function damagedContainer() {
  return damaged('file-ole-cut-short');
}
