import { damaged, FileError, sayOfFile, tooComplex, type ZipFault } from '../core/file-error.js';
import { zipLimits } from './zip-limits.js';
import type { ZipRecord } from './zip-records.js';

export interface ZipEntry extends Omit<ZipRecord, 'modifiedAt'> {
  /** Where its compressed bytes begin. */
  start: number;
}

/** Bytes of the file from `offset` on; fewer than `length` only at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ENCRYPTED_FLAGS = 0x2041;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/**
 * The entries of a zip file from its central directory. Anything two programs could read differently
 * (overlaps, duplicate names, headers that disagree) is refused.
 */
export async function readZipDirectory(readAt: ReadAt, fileSize: number): Promise<ZipEntry[]> {
  try {
    const directory = await findDirectory(readAt, fileSize);
    if (directory.count > zipLimits.entries) {
      throw tooComplex('zip-too-many-files', { files: directory.count });
    }
    const { offset, end, count } = directory;
    if (offset > end) throw broken('broken-directory');
    const entries = readEntries(await readAt(offset, end - offset), count);
    for (const entry of entries) entry.start = await dataStart(readAt, entry);
    refuseOverlaps(entries, end);
    refuseDuplicates(entries);
    refuseBombs(entries);
    return entries;
  } catch (error) {
    if (error instanceof RangeError) throw broken('cut-short');
    throw error;
  }
}

function broken(fault: ZipFault): FileError {
  return damaged('zip-damaged', { fault });
}

interface Directory {
  offset: number;
  count: number;
  end: number;
}

async function findDirectory(readAt: ReadAt, fileSize: number): Promise<Directory> {
  const tailStart = Math.max(0, fileSize - END_BYTES - LONGEST_COMMENT);
  const tail = await readAt(tailStart, fileSize - tailStart);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const count = tail.readUInt16LE(at + 10);
    const offset = tail.readUInt32LE(at + 16);
    const end = tailStart + at;
    if (count === 0xffff || offset === 0xffffffff) return await findDirectory64(readAt, end);
    return { offset, count, end };
  }
  throw broken('no-directory-at-end');
}

async function findDirectory64(readAt: ReadAt, end: number): Promise<Directory> {
  const locator = await readAt(Math.max(0, end - 20), 20);
  if (locator.readUInt32LE(0) !== LOCATOR_64) throw broken('no-directory');
  const at = Number(locator.readBigUInt64LE(8));
  const record = await readAt(at, 56);
  if (record.readUInt32LE(0) !== END_64) throw broken('no-directory');
  return { count: Number(record.readBigUInt64LE(32)), offset: Number(record.readBigUInt64LE(48)), end: at };
}

function readEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (directory.readUInt32LE(at) !== ENTRY) throw broken('broken-directory');
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extraStart = at + ENTRY_BYTES + nameLength;
    const name = directory.toString('utf8', at + ENTRY_BYTES, extraStart).replaceAll('\\', '/');
    if (directory.readUInt16LE(at + 8) & ENCRYPTED_FLAGS) {
      throw new FileError('encrypted-file', sayOfFile('zip-password'));
    }
    const method = directory.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8)
      throw damaged('zip-entry-damaged', { part: name, fault: 'compression' });
    const sizes = {
      size: directory.readUInt32LE(at + 24),
      compressedSize: directory.readUInt32LE(at + 20),
      headerOffset: directory.readUInt32LE(at + 42),
    };
    widen(sizes, directory.subarray(extraStart, extraStart + extraLength));
    entries.push({ name, method, crc: directory.readUInt32LE(at + 16), ...sizes, start: 0 });
    at = extraStart + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Zip64 stores sizes that do not fit 32 bits in an extra field, in this order, only where needed. */
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

async function dataStart(readAt: ReadAt, { headerOffset }: ZipEntry): Promise<number> {
  const header = await readAt(headerOffset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw broken('misplaced-entry');
  return headerOffset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function refuseOverlaps(entries: readonly ZipEntry[], directoryEnd: number): void {
  let free = 0;
  for (const entry of [...entries].sort((a, b) => a.headerOffset - b.headerOffset)) {
    if (entry.headerOffset < free) throw broken('shared-bytes');
    free = entry.start + entry.compressedSize;
  }
  if (free > directoryEnd) throw broken('past-end');
}

function refuseDuplicates(entries: readonly ZipEntry[]): void {
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  if (names.size < entries.length) throw broken('same-name');
}

/** Judges by the declared sizes, which reading enforces for each entry. */
function refuseBombs(entries: readonly ZipEntry[]): void {
  let total = 0;
  for (const { name, size, compressedSize } of entries) {
    total += size;
    const dense = size > zipLimits.ratioJudgedFromBytes && size > compressedSize * zipLimits.compressionRatio;
    if (dense || size > zipLimits.inflatedEntryBytes || total > zipLimits.inflatedTotalBytes) {
      throw tooComplex('zip-inflates', { part: name });
    }
  }
}
