const COLUMN_INFO = 0x3c;
const HYPERLINK = 0x1ee;

/** The last column of every column-width record of an xlsb part. */
export function* columnRanges(part: Buffer): Generator<number> {
  for (const at of records(part, COLUMN_INFO)) {
    if (at + 8 <= part.length) yield part.readUInt32LE(at + 4);
  }
}

/** The number of cells under every hyperlink record of an xlsb part. */
export function* hyperlinkRanges(part: Buffer): Generator<number> {
  for (const at of records(part, HYPERLINK)) {
    if (at + 16 > part.length) return;
    const rows = part.readUInt32LE(at + 4) - part.readUInt32LE(at) + 1;
    const columns = part.readUInt32LE(at + 12) - part.readUInt32LE(at + 8) + 1;
    yield Math.max(0, rows) * Math.max(0, columns);
  }
}

/** Where the contents of the records of one type begin; each follows its type and its length. */
function* records(part: Buffer, wanted: number): Generator<number> {
  let at = 0;
  /** Seven bits a byte, the lowest first, as long as the eighth is set. */
  const take = (mostBytes: number): number => {
    let value = 0;
    for (let i = 0; i < mostBytes; i++) {
      const byte = part[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < part.length) {
    const type = take(2);
    const length = take(4);
    if (type === wanted) yield at;
    at += length;
  }
}
