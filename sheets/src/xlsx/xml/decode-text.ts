const AMPERSAND = 0x26;
const CARRIAGE_RETURN = 0x0d;
/** Below this many bytes a loop is faster than a call out of JavaScript. */
const SHORT = 12;

/** The text between two tags, with entities resolved and line ends normalized as in XML. */
export function decodeText(bytes: Buffer, from: number, to: number, literal = false): string {
  let plain = true;
  let ascii = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) ascii = false;
    else if (byte === AMPERSAND || byte === CARRIAGE_RETURN) plain = false;
  }
  const resolved = plain || literal ? undefined : withNamedEntities(bytes, from, to, ascii);
  if (resolved !== undefined) return resolved;
  const raw = ascii ? asciiText(bytes, from, to) : bytes.toString('utf8', from, to);
  if (plain) return raw;
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw;
  return literal ? text : resolveEntities(text);
}

/** The value of an attribute: white space in it counts as spaces unless it is escaped. */
export function decodeAttribute(bytes: Buffer, from: number, to: number): string {
  const raw = bytes.toString('utf8', from, to);
  const spaced = /[\t\n\r]/.test(raw) ? raw.replaceAll(/\r\n|[\t\n\r]/g, ' ') : raw;
  return resolveEntities(spaced);
}

/** Where escapes are resolved before a text becomes a string. */
const copy = Buffer.alloc(1024);

function asciiText(bytes: Buffer, from: number, to: number): string {
  if (to - from > SHORT) return bytes.toString('latin1', from, to);
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** Short texts with no escapes but named ones, as nearly all have, are copied here; undefined for others. */
function withNamedEntities(bytes: Buffer, from: number, to: number, ascii: boolean): string | undefined {
  if (to - from > copy.length) return undefined;
  let length = 0;
  for (let at = from; at < to; ) {
    const byte = bytes[at] as number;
    if (byte === CARRIAGE_RETURN) return undefined;
    if (byte !== AMPERSAND) {
      copy[length++] = byte;
      at++;
      continue;
    }
    const entity = entityAt(bytes, at);
    if (!entity || at + entity.spelling.length > to) return undefined;
    copy[length++] = entity.character;
    at += entity.spelling.length;
  }
  return copy.toString(ascii ? 'latin1' : 'utf8', 0, length);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entities = Object.entries(named).map(([name, character]) => ({
  spelling: [...Buffer.from(`&${name};`)],
  character: character.charCodeAt(0),
}));

function entityAt(bytes: Buffer, at: number): (typeof entities)[number] | undefined {
  for (const entity of entities) {
    const { spelling } = entity;
    let i = 1;
    while (i < spelling.length && bytes[at + i] === spelling[i]) i++;
    if (i === spelling.length) return entity;
  }
  return undefined;
}

/** Only the entities of XML itself: others would have to be declared, which is refused. */
function resolveEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * `_x000D_` stands for a character that XML does not allow; `_x005F_` for an underscore that would begin such
 * an escape.
 */
export function unescapeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
