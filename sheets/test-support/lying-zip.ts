import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive; everything beyond name and content is false data about them. */
export interface LyingEntry {
  name: string;
  content: Buffer | string;
  crc?: number;
  flags?: number;
  /** The size of the content before compression. */
  declaredSize?: number;
  declaredPackedSize?: number;
  /** The name in the header before the bytes, if it differs from the directory. */
  localName?: string;
  localSize?: number;
  /** The directory points at the bytes of the entry of this name; this entry's own are not written. */
  sharesBytesOf?: string;
}

/** A zip archive with false data where given. */
export function lyingZip(entries: readonly LyingEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const places = new Map<string, { offset: number; header: Buffer }>();
  let offset = 0;
  for (const entry of entries) {
    let place = places.get(entry.sharesBytesOf ?? '');
    if (!place) {
      const { header, bytes } = localFile(entry);
      place = { offset, header };
      places.set(entry.name, place);
      files.push(bytes);
      offset += bytes.length;
    }
    directory.push(directoryRecord(entry.name, place.header, place.offset));
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...files, central, endRecord(entries.length, central.length, offset)]);
}

/** The bytes of an entry in the file, and the header that the directory repeats. */
function localFile(entry: LyingEntry): { header: Buffer; bytes: Buffer } {
  const content = Buffer.from(entry.content);
  const packed = deflateRawSync(content);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(entry.flags ?? 0, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(entry.crc ?? crc32(content), 14);
  header.writeUInt32LE(entry.declaredPackedSize ?? packed.length, 18);
  header.writeUInt32LE(entry.declaredSize ?? content.length, 22);
  const local = Buffer.from(header);
  const localName = Buffer.from(entry.localName ?? entry.name);
  local.writeUInt16LE(localName.length, 26);
  if (entry.localSize !== undefined) local.writeUInt32LE(entry.localSize, 22);
  return { header, bytes: Buffer.concat([local, localName, packed]) };
}

function directoryRecord(entryName: string, header: Buffer, offset: number): Buffer {
  const name = Buffer.from(entryName);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50);
  header.copy(record, 6, 4, 30);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, name]);
}

function endRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
