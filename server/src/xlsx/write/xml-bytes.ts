/** A part of a large document is handed on when it is about this large. */
export const CHUNK_BYTES = 2 ** 19;
const START_BYTES = 2 ** 12;
/** The most bytes for one UTF-16 unit of text: `_xHHHH_`. */
const LONGEST_UNIT = 7;
/** Enough for the pieces and the number of one cell, its reference and its end. */
const CELL_BYTES = 256;
const HEX = Buffer.from('0123456789ABCDEF');

const [LINE_BREAK, AMPERSAND, LESS, GREATER] = [0x0a, 0x26, 0x3c, 0x3e];
const [UNDERSCORE, LOWER_X, MINUS, POINT, ZERO] = [0x5f, 0x78, 0x2d, 0x2e, 0x30];

/**
 * Markup that is written again and again: its bytes in groups of four, which are quicker to copy than single
 * bytes.
 */
export interface Piece {
  groups: Int32Array;
  length: number;
}

export function piece(markup: string): Piece {
  const { length } = Buffer.from(markup);
  const padded = new DataView(new ArrayBuffer(length + (-length & 3)));
  Buffer.from(padded.buffer).write(markup);
  const groups = Int32Array.from({ length: padded.byteLength / 4 }, (_, i) => padded.getInt32(i * 4, true));
  return { groups, length };
}

/** 1 for the UTF-16 units that are one byte and need no escape. */
const plain = new Uint8Array(2 ** 16);
for (let code = 0; code < 128; code++) {
  if (code === 9 || (code >= 32 && !'&<>_'.includes(String.fromCharCode(code)))) plain[code] = 1;
}
const [AMPERSAND_ENTITY, LESS_ENTITY, GREATER_ENTITY] = [piece('&amp;'), piece('&lt;'), piece('&gt;')];

/** Digits are written in groups of four, from a table of all such groups. */
const GROUP = 10_000;
const fourDigits = Int32Array.from({ length: GROUP }, (_, value) =>
  Buffer.from(String(value).padStart(4, '0')).readInt32LE(),
);
const LONGEST_EXACT = 1e15;

/**
 * XML collected as UTF-8, byte by byte: for millions of short pieces far faster than strings. Two buffers
 * alternate, so that one can be filled while the other is still read.
 */
export class XmlBytes {
  #bytes: Buffer;
  #view: DataView;
  #other: Buffer | undefined;
  #length = 0;
  #hasLineBreak = false;

  constructor(capacity = START_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** The collected bytes; they stay valid until the call after the next. */
  take(): Buffer {
    const filled = this.#bytes.subarray(0, this.#length);
    const next = this.#other ?? Buffer.allocUnsafeSlow(this.#bytes.length);
    this.#other = this.#bytes;
    this.#use(next);
    this.#length = 0;
    return filled;
  }

  /** Forgets what was written since the length was `length`. */
  rewind(length: number): void {
    this.#length = length;
  }

  /** What was written since the length was `from`, to write it again. */
  since(from: number): Piece {
    const length = this.#length - from;
    const groups = new Int32Array((length + 3) >> 2);
    for (let i = 0; i < groups.length; i++) groups[i] = this.#view.getInt32(from + i * 4, true);
    return { groups, length };
  }

  /** Makes room for this many bytes. Pieces and numbers do not call it: it is called once for each cell. */
  reserve(count = CELL_BYTES): void {
    if (this.#length + count > this.#bytes.length) this.#grow(count);
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#length);
  }

  xml(markup: string): void {
    this.reserve(markup.length * 3 + CELL_BYTES);
    this.#length += this.#bytes.write(markup, this.#length);
  }

  /** The last group may reach past the piece; the next write overwrites its end. */
  piece({ groups, length }: Piece): void {
    const view = this.#view;
    let at = this.#length;
    this.#length += length;
    for (let i = 0; i < groups.length; i++, at += 4) view.setInt32(at, groups[i] as number, true);
  }

  /** A finite number, in the fewest digits that read back as the same number. */
  number(value: number): void {
    const size = Math.abs(value);
    if (value < 0) this.#push(MINUS);
    if (size < LONGEST_EXACT && Math.floor(size) === size) this.integer(size);
    else if (!this.#shortDecimal(size)) this.#ascii(String(size));
  }

  /** A whole number from 0, with at most 15 digits. */
  integer(value: number): void {
    if (value < GROUP) this.#leadingDigits(value);
    else {
      const leading = Math.floor(value / GROUP);
      this.integer(leading);
      this.#fourDigits(value - leading * GROUP);
    }
  }

  /**
   * Text of a cell: characters that XML does not allow become `_xHHHH_`, as Excel writes them. Returns whether it has
   * a line break.
   */
  text(value: string): boolean {
    this.reserve(value.length * LONGEST_UNIT + CELL_BYTES);
    this.#hasLineBreak = false;
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (plain[code] === 1) bytes[at++] = code;
      else {
        this.#length = at;
        if (this.#unusual(value, i, code)) i += 1;
        at = this.#length;
      }
    }
    this.#length = at;
    return this.#hasLineBreak;
  }

  /** Returns true if the character took two units of the text. */
  #unusual(text: string, index: number, code: number): boolean {
    if (code < 0x80) this.#unusualByte(text, index, code);
    else if (code >= 0xd800 && code <= 0xdfff) {
      const point = text.codePointAt(index) ?? code;
      if (point > 0xffff) {
        this.#utf8(point);
        return true;
      }
      this.#escape(code);
    } else if (code >= 0xfffe) this.#escape(code);
    else this.#utf8(code);
    return false;
  }

  #unusualByte(text: string, index: number, code: number): void {
    switch (code) {
      case AMPERSAND:
        this.piece(AMPERSAND_ENTITY);
        break;
      case LESS:
        this.piece(LESS_ENTITY);
        break;
      case GREATER:
        this.piece(GREATER_ENTITY);
        break;
      case LINE_BREAK:
        this.#hasLineBreak = true;
        this.#push(code);
        break;
      case UNDERSCORE:
        if (startsEscape(text, index)) this.#escape(code);
        else this.#push(code);
        break;
      default:
        this.#escape(code);
    }
  }

  #escape(code: number): void {
    this.#push(UNDERSCORE);
    this.#push(LOWER_X);
    for (let shift = 12; shift >= 0; shift -= 4) this.#push(HEX[(code >> shift) & 15] as number);
    this.#push(UNDERSCORE);
  }

  #utf8(point: number): void {
    if (point < 0x800) this.#push(0xc0 | (point >> 6));
    else {
      if (point < 0x10000) this.#push(0xe0 | (point >> 12));
      else {
        this.#push(0xf0 | (point >> 18));
        this.#push(0x80 | ((point >> 12) & 63));
      }
      this.#push(0x80 | ((point >> 6) & 63));
    }
    this.#push(0x80 | (point & 63));
  }

  #ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.#push(text.charCodeAt(i));
  }

  #leadingDigits(value: number): void {
    const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
    this.#view.setInt32(this.#length, (fourDigits[value] as number) >>> (8 * (4 - digits)), true);
    this.#length += digits;
  }

  #fourDigits(value: number): void {
    this.#view.setInt32(this.#length, fourDigits[value] as number, true);
    this.#length += 4;
  }

  /**
   * A number with few decimals, such as a price; false for others. The spelling is exact: a quotient of whole
   * numbers with at most 15 digits is the double nearest to that decimal, and to no shorter one.
   */
  #shortDecimal(value: number): boolean {
    const scale = Math.round(value * GROUP) / GROUP === value ? GROUP : GROUP * GROUP;
    const scaled = Math.round(value * scale);
    if (scaled >= LONGEST_EXACT || scaled / scale !== value) return false;
    const whole = Math.floor(scaled / scale);
    this.integer(whole);
    this.#push(POINT);
    const decimals = scaled - whole * scale;
    if (scale === GROUP) this.#fourDigits(decimals);
    else {
      const first = Math.floor(decimals / GROUP);
      this.#fourDigits(first);
      this.#fourDigits(decimals - first * GROUP);
    }
    while (this.#bytes[this.#length - 1] === ZERO) this.#length -= 1;
    return true;
  }

  #push(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  #grow(count: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#length + count, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#use(larger);
  }

  #use(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** Whether the text from here on reads `_xHHHH_`, and would be mistaken for an escape. */
function startsEscape(text: string, index: number): boolean {
  return text.charCodeAt(index + 1) === LOWER_X && /^[\da-f]{4}_$/i.test(text.slice(index + 2, index + 7));
}
