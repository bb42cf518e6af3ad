import { damaged } from '../core/file-error.js';

/**
 * Entities are declared in a DOCTYPE, and no spreadsheet program writes one: so it is refused where it may
 * occur, before the root element. Returns the part in UTF-8, since only that is searched and read.
 */
export function refuseDoctype(name: string, part: Buffer): Buffer {
  const bytes = toUtf8(part);
  if (startsWith(bytes, '<!', rootStart(bytes))) {
    throw damaged('xml-document-type', { part: name });
  }
  return bytes;
}

/** Past byte order mark, white space, processing instructions and comments. */
function rootStart(bytes: Buffer): number {
  let at = startsWith(bytes, '\xef\xbb\xbf', 0) ? 3 : 0;
  for (;;) {
    while (isSpace(bytes[at])) at++;
    const close = startsWith(bytes, '<?', at) ? '?>' : startsWith(bytes, '<!--', at) ? '-->' : undefined;
    if (!close) return at;
    const end = bytes.indexOf(close, at);
    if (end < 0) return bytes.length;
    at = end + close.length;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function startsWith(bytes: Buffer, prefix: string, at: number): boolean {
  return bytes.toString('latin1', at, at + prefix.length) === prefix;
}

function toUtf8(part: Buffer): Buffer {
  const [first, second] = part;
  const littleEndian = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const bigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  if (!littleEndian && !bigEndian) return part;
  return Buffer.from(new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be').decode(part));
}
