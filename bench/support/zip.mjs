// Just enough of zip to unpack an archive and pack it again.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

export const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_RECORD = 0x02014b50;
const DIRECTORY_END = 0x06054b50;

/** Entries of a valid archive by its directory; those it cannot unpack are left out. */
export function readEntries(bytes) {
  const entries = [];
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = end < 0 ? bytes.length : bytes.readUInt32LE(end + 16);
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === DIRECTORY_RECORD) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength);
    const content = unpack(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20));
    if (content) entries.push({ name, content });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(bytes, offset, packedLength) {
  try {
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(from, from + packedLength);
    return bytes.readUInt16LE(offset + 8) === 0 ? packed : inflateRawSync(packed);
  } catch {
    return undefined;
  }
}

/** An archive of contents in memory. */
export function writeEntries(entries) {
  return writePacked(
    entries.map(({ name, content }) => ({
      name: Buffer.from(name),
      packed: deflateRawSync(content, { level: 1 }),
      size: content.length,
      crc: crc32(content),
    })),
  );
}

/** Packs an entry whose content comes in chunks, too large for memory. */
export async function packPieces(name, pieces, level = 6) {
  let size = 0;
  let crc = 0;
  async function* counted() {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      size += bytes.length;
      crc = crc32(bytes, crc);
      yield bytes;
    }
  }
  const packed = await buffer(Readable.from(counted()).pipe(createDeflateRaw({ level })));
  return { name: Buffer.from(name), packed, size, crc };
}

/** An archive of already packed entries. */
export function writePacked(entries) {
  const files = [];
  const directory = [];
  let offset = 0;
  for (const { name, packed, size, crc } of entries) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL_HEADER);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(size, 22);
    header.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(DIRECTORY_RECORD);
    header.copy(record, 6, 4, 30);
    record.writeUInt32LE(offset, 42);
    files.push(header, name, packed);
    directory.push(record, name);
    offset += header.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}
