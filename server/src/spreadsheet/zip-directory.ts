import { problem } from '../core/problems.js';
import { limits } from './limits.js';

export interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** Where the compressed bytes begin. */
  start: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ENCRYPTED_FLAGS = 0x2041;
const LONGEST_COMMENT = 0xffff;

/**
 * The entries of a zip file as its central directory tells them. Anything two programs could read
 * differently (overlaps, the same name twice, headers that disagree) is refused.
 */
export function readZipDirectory(file: Buffer): ZipEntry[] {
  try {
    const { offset, count, end } = findDirectory(file);
    if (count > limits.zipEntries) throw problem('file-too-complex', `The archive holds ${count} files.`);
    const entries = readEntries(file, offset, count);
    refuseOverlaps(entries, end);
    refuseDuplicates(entries);
    return entries.map(({ headerOffset: _, ...entry }) => entry);
  } catch (error) {
    if (error instanceof RangeError) throw damaged('it is cut short');
    throw error;
  }
}

export function damaged(why: string) {
  return problem('unreadable-file', `The file is a damaged zip archive: ${why}.`);
}

function findDirectory(file: Buffer): { offset: number; count: number; end: number } {
  const lowest = Math.max(0, file.length - 22 - LONGEST_COMMENT);
  for (let at = file.length - 22; at >= lowest; at--) {
    if (file.readUInt32LE(at) !== END) continue;
    const count = file.readUInt16LE(at + 10);
    const offset = file.readUInt32LE(at + 16);
    if (count === 0xffff || offset === 0xffffffff) return findDirectory64(file, at);
    return { offset, count, end: at };
  }
  throw damaged('its directory is missing, so it was probably cut short');
}

function findDirectory64(file: Buffer, endAt: number) {
  if (endAt < 20 || file.readUInt32LE(endAt - 20) !== LOCATOR_64) throw damaged('its directory is missing');
  const at = Number(file.readBigUInt64LE(endAt - 12));
  if (file.readUInt32LE(at) !== END_64) throw damaged('its directory is missing');
  return {
    count: Number(file.readBigUInt64LE(at + 32)),
    offset: Number(file.readBigUInt64LE(at + 48)),
    end: at,
  };
}

type LocatedEntry = ZipEntry & { headerOffset: number };

function readEntries(file: Buffer, offset: number, count: number): LocatedEntry[] {
  const entries: LocatedEntry[] = [];
  let at = offset;
  for (let i = 0; i < count; i++) {
    if (file.readUInt32LE(at) !== ENTRY) throw damaged('its directory is broken');
    const nameLength = file.readUInt16LE(at + 28);
    const extraLength = file.readUInt16LE(at + 30);
    const name = entryName(file.subarray(at + 46, at + 46 + nameLength));
    if (file.readUInt16LE(at + 8) & ENCRYPTED_FLAGS) throw problem('encrypted-file');
    const method = file.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw damaged(`${name} uses an unknown compression`);
    const sizes = {
      size: file.readUInt32LE(at + 24),
      compressedSize: file.readUInt32LE(at + 20),
      headerOffset: file.readUInt32LE(at + 42),
    };
    widen(sizes, file.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    const start = dataStart(file, sizes.headerOffset);
    entries.push({ name, method, crc: file.readUInt32LE(at + 16), ...sizes, start });
    at += 46 + nameLength + extraLength + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** Zip64 keeps sizes that do not fit 32 bits in an extra field, in this order, only where needed. */
function widen(sizes: { size: number; compressedSize: number; headerOffset: number }, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    for (const key of ['size', 'compressedSize', 'headerOffset'] as const) {
      if (sizes[key] !== 0xffffffff) continue;
      sizes[key] = Number(extra.readBigUInt64LE(from));
      from += 8;
    }
  }
}

function dataStart(file: Buffer, headerOffset: number): number {
  if (file.readUInt32LE(headerOffset) !== LOCAL) throw damaged('an entry is not where its directory says');
  return headerOffset + 30 + file.readUInt16LE(headerOffset + 26) + file.readUInt16LE(headerOffset + 28);
}

function entryName(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\\', '/');
}

function refuseOverlaps(entries: LocatedEntry[], directoryEnd: number): void {
  let free = 0;
  for (const entry of [...entries].sort((a, b) => a.headerOffset - b.headerOffset)) {
    if (entry.headerOffset < free) throw damaged('two entries share the same bytes');
    free = entry.start + entry.compressedSize;
  }
  if (free > directoryEnd) throw damaged('an entry reaches past the end');
}

function refuseDuplicates(entries: ZipEntry[]): void {
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  if (names.size < entries.length) throw damaged('two entries have the same name');
}
