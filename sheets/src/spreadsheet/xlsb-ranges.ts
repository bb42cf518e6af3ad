import { xlsbRecords } from './xlsb-records.js';

const COLUMN_INFO = 0x3c;
const HYPERLINK = 0x1ee;

/** The last column of every column-width record of an xlsb part. */
export function* columnRanges(part: Buffer): Generator<number> {
  for (const at of contents(part, COLUMN_INFO)) {
    if (at + 8 <= part.length) yield part.readUInt32LE(at + 4);
  }
}

/** The number of cells under every hyperlink record of an xlsb part. */
export function* hyperlinkRanges(part: Buffer): Generator<number> {
  for (const at of contents(part, HYPERLINK)) {
    if (at + 16 > part.length) return;
    const rows = part.readUInt32LE(at + 4) - part.readUInt32LE(at) + 1;
    const columns = part.readUInt32LE(at + 12) - part.readUInt32LE(at + 8) + 1;
    yield Math.max(0, rows) * Math.max(0, columns);
  }
}

/** The content offsets of the records of one type; the parser ignores where they end. */
function* contents(part: Buffer, wanted: number): Generator<number> {
  for (const { type, contentAt } of xlsbRecords(part)) if (type === wanted) yield contentAt;
}
