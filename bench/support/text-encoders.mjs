/**
 * Node decodes legacy encodings but does not encode them: the inverse is found by decoding every pair of
 * bytes.
 */
const tables = new Map();

/** The bytes of a text in an encoding; undefined where the encoding lacks one of its characters. */
export function encode(text, encoding) {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'iso-2022-jp') return encodeIso2022Jp(text);
  const table = tableOf(encoding);
  const bytes = [];
  for (const character of text) {
    const known = table.get(character);
    if (!known) return undefined;
    bytes.push(...known);
  }
  return Buffer.from(bytes);
}

function tableOf(encoding) {
  if (!tables.has(encoding)) tables.set(encoding, invert(encoding));
  return tables.get(encoding);
}

function invert(encoding) {
  const table = new Map();
  const add = (...bytes) => {
    const character = decodeStrictly(encoding, bytes);
    if (character && [...character].length === 1 && !table.has(character)) table.set(character, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  // Node 20 treats windows-1252 as ISO-8859-1, which has control characters from 0x80 to 0x9f.
  if (encoding === 'windows-1252') {
    for (let byte = 0x80; byte < 0xa0; byte++) table.delete(String.fromCharCode(byte));
    [...'€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'].forEach((mark, at) => {
      if (mark !== ' ') table.set(mark, [0x80 + at]);
    });
    return table;
  }
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  return table;
}

function decodeStrictly(encoding, bytes) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** The characters of JIS X 0208 are those of EUC-JP without its high bits, between escapes. */
function encodeIso2022Jp(text) {
  const wide = tableOf('euc-jp');
  const parts = [];
  let inWide = false;
  for (const character of text) {
    const isWide = character > '\x7f';
    const bytes = isWide ? wide.get(character) : [character.charCodeAt(0)];
    if (bytes?.length !== (isWide ? 2 : 1) || (isWide && bytes[0] < 0xa1)) return undefined;
    if (isWide !== inWide) parts.push(...Buffer.from(isWide ? '\x1b$B' : '\x1b(B'));
    inWide = isWide;
    parts.push(...bytes.map((byte) => byte & 0x7f));
  }
  if (inWide) parts.push(...Buffer.from('\x1b(B'));
  return Buffer.from(parts);
}
