import { damagedContainer, SectorChains } from './ole-sector-chains.js';
import { sectorTable } from './ole-sector-table.js';

/** The first bytes of every OLE container. */
export const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
/** Shorter streams are in the mini stream. */
const MINI_STREAM_CUTOFF = 4096;
const STREAM = 2;

interface Entry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * The streams at the root of an OLE container ([MS-CFB]), the file system inside old Office files.
 * Implemented here because the parser's own reader follows a loop of sectors until memory runs out.
 */
export class OleContainer {
  readonly #header: Buffer;
  readonly #chains: SectorChains;
  readonly #entries: Entry[];

  constructor(bytes: Buffer) {
    if (bytes.length < HEADER_BYTES) throw damagedContainer();
    this.#header = bytes.subarray(0, HEADER_BYTES);
    const sectorBytes = 2 ** bytes.readUInt16LE(30);
    if (sectorBytes !== 512 && sectorBytes !== 4096) throw damagedContainer();
    const sectors = bytes.subarray(sectorBytes);
    this.#chains = new SectorChains(sectors, sectorBytes, sectorTable(this.#header, sectors, sectorBytes));
    this.#entries = entriesOf(this.#chains.read(this.#header.readInt32LE(48)));
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  stream(name: string): Buffer | undefined {
    const entry = this.#find(name);
    if (!entry) return undefined;
    const chains = entry.size < MINI_STREAM_CUTOFF ? this.#miniChains() : this.#chains;
    return chains.read(entry.start, entry.size);
  }

  /** Names are case-insensitive. */
  #find(name: string): Entry | undefined {
    return this.#rootEntries().find(
      (entry) => entry.type === STREAM && entry.name.toLowerCase() === name.toLowerCase(),
    );
  }

  /** Streams in folders, such as the workbook of an embedded object, are left out. */
  #rootEntries(): Entry[] {
    const found = new Set<Entry>();
    const waiting = [this.#root().child];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (index < 0) continue;
      const entry = this.#entries[index];
      if (!entry) throw damagedContainer();
      if (found.has(entry)) continue;
      found.add(entry);
      waiting.push(entry.left, entry.right);
    }
    return [...found];
  }

  #root(): Entry {
    const [root] = this.#entries;
    if (!root) throw damagedContainer();
    return root;
  }

  #miniChains(): SectorChains {
    const miniStream = this.#chains.read(this.#root().start);
    const table = this.#chains.read(this.#header.readInt32LE(60));
    return new SectorChains(miniStream, MINI_SECTOR_BYTES, table);
  }
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(directory.readUInt16LE(at + 64), 64);
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      type: directory.readUInt8(at + 66),
      left: directory.readInt32LE(at + 68),
      right: directory.readInt32LE(at + 72),
      child: directory.readInt32LE(at + 76),
      start: directory.readInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}
