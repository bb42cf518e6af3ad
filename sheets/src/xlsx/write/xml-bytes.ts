import { fourDigits, GROUP, plain, plainPairs, putWhole, WHOLE_END } from './plain-bytes.js';

/** A part of a large document is handed on when it is about this large. */
export const CHUNK_BYTES = 2 ** 19;
const START_BYTES = 2 ** 12;
/** The most bytes that one byte of text becomes: `_xHHHH_`. */
export const LONGEST_ESCAPE = 7;
/** Enough for the pieces and the number of one cell, its reference and its end. */
export const CELL_BYTES = 256;
const HEX = Buffer.from('0123456789ABCDEF');

const [LINE_BREAK, AMPERSAND, LESS, GREATER] = [0x0a, 0x26, 0x3c, 0x3e];
const [UNDERSCORE, LOWER_X, MINUS, POINT, ZERO] = [0x5f, 0x78, 0x2d, 0x2e, 0x30];
/** U+FFFE and U+FFFF in UTF-8, but for the last bit. */
const NONCHARACTER = [0xef, 0xbf, 0xbe] as const;

/**
 * ASCII markup that is written again and again. Its bytes are in groups of eight, each the bits of a double, since
 * those are the largest that JavaScript copies at once; ASCII never has the bits of a NaN, which could change.
 */
export interface Piece {
  groups: Float64Array;
  length: number;
}

export function piece(markup: string): Piece {
  const { length } = markup;
  const groups = new Float64Array((length + 7) >> 3);
  Buffer.from(groups.buffer).write(markup, 'latin1');
  return { groups, length };
}

/** A group of four bytes that are not plain. */
const NOT_PLAIN = 0;
const [AMPERSAND_ENTITY, LESS_ENTITY, GREATER_ENTITY] = [piece('&amp;'), piece('&lt;'), piece('&gt;')];

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

  constructor(capacity = START_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** To forget what was written behind it, or to keep what was written there into `view`. */
  set length(length: number) {
    this.#length = length;
  }

  get view(): DataView {
    return this.#view;
  }

  get capacity(): number {
    return this.#bytes.length;
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
    for (let i = 0; i < groups.length; i++, at += 8) view.setFloat64(at, groups[i] as number, true);
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
    if (value < WHOLE_END) this.#length = putWhole(this.#view, this.#length, value);
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
    if (value.isWellFormed()) return this.#encode(value);
    // Half of a surrogate pair has no form in UTF-8.
    let hasLineBreak = false;
    for (const part of value.split(/(\p{Surrogate})/u)) {
      if (part.isWellFormed()) hasLineBreak = this.#encode(part) || hasLineBreak;
      else this.#escape(part.charCodeAt(0));
    }
    return hasLineBreak;
  }

  #encode(value: string): boolean {
    const bytes = Buffer.from(value);
    return this.utf8(new DataView(bytes.buffer, bytes.byteOffset), 0, bytes.length);
  }

  /** The same for a text that is already UTF-8. */
  utf8(source: DataView, start: number, length: number): boolean {
    this.reserve(length * LONGEST_ESCAPE + CELL_BYTES);
    const view = this.#view;
    const end = start + length;
    let hasLineBreak = false;
    let at = this.#length;
    let from = start;
    while (from < end) {
      const group = from + 4 <= end ? source.getInt32(from, true) : NOT_PLAIN;
      if ((plainPairs[group & 0xffff] as number) & (plainPairs[group >>> 16] as number)) {
        view.setInt32(at, group, true);
        at += 4;
        from += 4;
        continue;
      }
      while (from < end && plain[source.getUint8(from)] === 1) view.setUint8(at++, source.getUint8(from++));
      if (from === end) break;
      const byte = source.getUint8(from);
      hasLineBreak ||= byte === LINE_BREAK;
      this.#length = at;
      from += this.#unusual(byte, source, from, end);
      at = this.#length;
    }
    this.#length = at;
    return hasLineBreak;
  }

  /** Returns how many bytes of the text were written. */
  #unusual(byte: number, source: DataView, from: number, end: number): number {
    switch (byte) {
      case AMPERSAND:
        this.piece(AMPERSAND_ENTITY);
        break;
      case LESS:
        this.piece(LESS_ENTITY);
        break;
      case GREATER:
        this.piece(GREATER_ENTITY);
        break;
      case UNDERSCORE:
        if (startsEscape(source, from, end)) this.#escape(byte);
        else this.#push(byte);
        break;
      case LINE_BREAK:
        this.#push(byte);
        break;
      case NONCHARACTER[0]: {
        const [second, third] = [source.getUint8(from + 1), source.getUint8(from + 2)];
        if (second !== NONCHARACTER[1] || (third & ~1) !== NONCHARACTER[2]) this.#push(byte);
        else {
          this.#escape(0xff40 | third);
          return NONCHARACTER.length;
        }
        break;
      }
      default:
        this.#escape(byte);
    }
    return 1;
  }

  #escape(code: number): void {
    this.reserve();
    this.#push(UNDERSCORE);
    this.#push(LOWER_X);
    for (let shift = 12; shift >= 0; shift -= 4) this.#push(HEX[(code >> shift) & 15] as number);
    this.#push(UNDERSCORE);
  }

  #ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.#push(text.charCodeAt(i));
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
function startsEscape(source: DataView, from: number, end: number): boolean {
  return (
    from + LONGEST_ESCAPE <= end &&
    source.getUint8(from + 1) === LOWER_X &&
    /^[\da-f]{4}_$/i.test(Buffer.from(source.buffer, source.byteOffset + from + 2, 5).toString('latin1'))
  );
}
