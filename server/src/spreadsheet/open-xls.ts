import { problem } from '../core/problems.js';
import { limits } from './limits.js';
import { type Container, sheetJs } from './sheetjs.js';

const FILE_PASS = 0x2f;
const HYPERLINK = 0x1b8;
const HYPERLINK_TOOLTIP = 0x800;
const THEME = 0x896;
/** No record has this type, and the parser passes over what it does not know. */
const IGNORED = 0xffff;

/**
 * The workbook stream of an xls file, ready for the parser: not encrypted, and without what would take
 * it minutes or gigabytes. The other streams, such as document properties, are left behind.
 */
export function openXls(bytes: Buffer): Buffer {
  if (bytes[0] === 0x09) return checkedRecords(bytes);
  const { CFB } = sheetJs();
  const container = openContainer(bytes);
  if (CFB.find(container, '/EncryptedPackage') || CFB.find(container, '/EncryptionInfo')) {
    throw problem('encrypted-file');
  }
  const stream = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book');
  if (!stream) {
    throw problem('unsupported-file', 'The file is an Office document, but there is no spreadsheet inside.');
  }
  // A damaged directory gives a stream without bytes.
  if (!(stream.content instanceof Uint8Array)) throw damaged();
  return checkedRecords(Buffer.from(stream.content));
}

function openContainer(bytes: Buffer): Container {
  try {
    return sheetJs().CFB.read(bytes, { type: 'buffer' });
  } catch {
    throw damaged();
  }
}

function damaged() {
  return problem('unreadable-file', 'The file is a damaged OLE container, probably cut short.');
}

function checkedRecords(stream: Buffer): Buffer {
  let linked = 0;
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const type = stream.readUInt16LE(at);
    if (type === FILE_PASS) throw problem('encrypted-file');
    // A theme is a zip archive of its own, which the parser would inflate without bounds.
    if (type === THEME) stream.writeUInt16LE(IGNORED, at);
    if ((type === HYPERLINK || type === HYPERLINK_TOOLTIP) && at + 14 <= stream.length) {
      linked += linkedCells(stream, at + (type === HYPERLINK ? 4 : 6));
      if (linked > limits.cells) throw problem('file-too-complex', 'Hyperlinks cover too many cells.');
    }
  }
  return stream;
}

function linkedCells(stream: Buffer, at: number): number {
  const rows = stream.readUInt16LE(at + 2) - stream.readUInt16LE(at) + 1;
  const columns = stream.readUInt16LE(at + 6) - stream.readUInt16LE(at + 4) + 1;
  return Math.max(0, rows) * Math.max(0, columns);
}
