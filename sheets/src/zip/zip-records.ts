/** The fixed-size records of a zip file, as bytes. */

export interface ZipRecord {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** Where its local header begins. */
  headerOffset: number;
  /** Absent: the earliest date of a zip, so that equal content gives equal bytes. */
  modifiedAt?: Date | undefined;
  /** Whether a data descriptor after its bytes has the checksum and the sizes, which its local header lacks. */
  isDescribedAfter?: boolean;
}

/** The method of compressed entries. */
export const DEFLATED = 8;

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const DESCRIPTOR = 0x08074b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCAL_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const VERSION = 20;
const VERSION_64 = 45;
const UTF8_NAME = 0x0800;
const DESCRIBED_AFTER = 0x0008;
const EARLIEST = new Date(Date.UTC(1980, 0, 1));

const ZIP64_FIELD = 0x0001;
const GROWTH_HINT_FIELD = 0xa220;
const GROWTH_HINT_SIGNATURE = 0xa028;
const LOCAL_ZIP64_BYTES = 20;

/**
 * The header before the bytes of an entry. With `room` its length does not depend on the sizes, so that it
 * can be overwritten in place once they are known.
 */
export function localHeader(entry: ZipRecord, room: boolean): Buffer {
  const wide = isWide(entry);
  const name = Buffer.from(entry.name);
  const extra = wide ? zip64([entry.size, entry.compressedSize]) : room ? growthHint() : Buffer.alloc(0);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(wide ? VERSION_64 : VERSION, 4);
  writeCommon(header, 6, entry, wide);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** The checksum and the sizes of an entry, after its bytes. */
export function dataDescriptor(entry: ZipRecord): Buffer {
  const wide = isWide(entry);
  const descriptor = Buffer.alloc(wide ? 24 : 16);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  descriptor.writeUInt32LE(entry.crc, 4);
  if (wide) {
    writeUInt64(descriptor, entry.compressedSize, 8);
    writeUInt64(descriptor, entry.size, 16);
  } else {
    descriptor.writeUInt32LE(entry.compressedSize, 8);
    descriptor.writeUInt32LE(entry.size, 12);
  }
  return descriptor;
}

/** An entry of the central directory. */
export function directoryEntry(entry: ZipRecord): Buffer {
  const wide = isWide(entry);
  const far = entry.headerOffset >= MAX_32;
  const name = Buffer.from(entry.name);
  const extra = zip64([
    ...(wide ? [entry.size, entry.compressedSize] : []),
    ...(far ? [entry.headerOffset] : []),
  ]);
  const version = wide || far ? VERSION_64 : VERSION;
  const header = Buffer.alloc(ENTRY_BYTES);
  header.writeUInt32LE(ENTRY, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  writeCommon(header, 8, entry, wide);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(far ? MAX_32 : entry.headerOffset, 42);
  return Buffer.concat([header, name, extra]);
}

/** The end of the file; the directory of `count` entries comes right before it. */
export function endOfDirectory(count: number, offset: number, size: number): Buffer {
  const wide = count >= MAX_16 || offset >= MAX_32 || size >= MAX_32;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  return wide ? Buffer.concat([endOfDirectory64(count, offset, size), end]) : end;
}

function endOfDirectory64(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(END_64_BYTES + LOCATOR_64_BYTES);
  end.writeUInt32LE(END_64, 0);
  // The size of this record, not counting the bytes up to this field.
  writeUInt64(end, END_64_BYTES - 12, 4);
  end.writeUInt16LE(VERSION_64, 12);
  end.writeUInt16LE(VERSION_64, 14);
  writeUInt64(end, count, 24);
  writeUInt64(end, count, 32);
  writeUInt64(end, size, 40);
  writeUInt64(end, offset, 48);
  end.writeUInt32LE(LOCATOR_64, END_64_BYTES);
  writeUInt64(end, offset + size, END_64_BYTES + 8);
  end.writeUInt32LE(1, END_64_BYTES + 16);
  return end;
}

function isWide({ size, compressedSize }: ZipRecord): boolean {
  return size >= MAX_32 || compressedSize >= MAX_32;
}

/** Flags, method, time and sizes have the same order in both headers of an entry. */
function writeCommon(header: Buffer, at: number, entry: ZipRecord, wide: boolean): void {
  const nameFlag = /^[\x20-\x7e]*$/.test(entry.name) ? 0 : UTF8_NAME;
  header.writeUInt16LE(nameFlag | (entry.isDescribedAfter ? DESCRIBED_AFTER : 0), at);
  header.writeUInt16LE(entry.method, at + 2);
  header.writeUInt32LE(dosTime(entry.modifiedAt ?? EARLIEST), at + 4);
  header.writeUInt32LE(entry.crc, at + 8);
  header.writeUInt32LE(wide ? MAX_32 : entry.compressedSize, at + 12);
  header.writeUInt32LE(wide ? MAX_32 : entry.size, at + 16);
}

/** The time in the low half and the date in the high one, to two seconds. A zip has no time zone: this is UTC. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return date * 0x10000 + time;
}

/** The extra field for sizes and offsets that do not fit 32 bits; empty where all fit. */
function zip64(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(ZIP64_FIELD, 0);
  field.writeUInt16LE(field.length - 4, 2);
  values.forEach((value, i) => {
    writeUInt64(field, value, 4 + 8 * i);
  });
  return field;
}

/** The padding that Office documents use for this purpose, as long as the zip64 field that may replace it. */
function growthHint(): Buffer {
  const field = Buffer.alloc(LOCAL_ZIP64_BYTES);
  field.writeUInt16LE(GROWTH_HINT_FIELD, 0);
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt16LE(GROWTH_HINT_SIGNATURE, 4);
  return field;
}

function writeUInt64(target: Buffer, value: number, at: number): void {
  target.writeBigUInt64LE(BigInt(value), at);
}
