const BEGINS = [0x09, 0x209, 0x409, 0x809];
const END = 0x0a;
/** No record has this type, and the parser skips unknown ones. */
export const IGNORED_TYPE = 0xffff;

export interface XlsRecord {
  type: number;
  /** The offset of its type, followed by its length and then its content. */
  startsAt: number;
  content: Buffer;
}

/**
 * The records of a workbook stream, up to where the parser stops: after the last sheet there may be anything.
 */
export function* xlsRecords(stream: Buffer): Generator<XlsRecord> {
  let depth = 0;
  let at = 0;
  while (at + 4 <= stream.length) {
    const type = stream.readUInt16LE(at);
    const startsAt = at;
    at += 4 + stream.readUInt16LE(at + 2);
    if (BEGINS.includes(type)) depth++;
    if (depth === 0) return;
    if (type === END) depth--;
    yield { type, startsAt, content: stream.subarray(startsAt + 4, at) };
  }
}
