import { gridLimits } from '../../grid/grid-limits.js';
import { eightBytes, KnownMarkup } from '../xml/known-markup.js';

/** Between two rows is `</row><row r="`, compared in two parts of eight bytes that overlap. */
const [END_AND_START, START] = [eightBytes('</row><r'), eightBytes('<row r="')];
const START_AT = 6;
const START_BYTES = 8;
const QUOTE = 0x22;
const SLASH = 0x2f;
const [ZERO, NINE] = [0x30, 0x39];
/** More would not be compared whole; only zeros in front make a number so long. */
export const MOST_DIGITS = 8;

/** The tags of rows, and the number of the current one as it is written in the references of its cells. */
export class RowTags {
  /** Counted from 1. */
  number = 0;
  #digits = 0;
  /** The first four bytes of the digits or, of fewer, these; and the last four of more, which overlap them. */
  #start = 0;
  #startMask = 0;
  #end = 0;
  #endMask = 0;
  /** What follows the number in the tag of a row that says nothing else. */
  readonly #rest = new KnownMarkup();

  /** Learns the tag of a row that says nothing but its number, so that others like it are passed. */
  learn(view: DataView, tagStart: number, tagEnd: number): void {
    let at = tagStart + START_BYTES;
    if (at >= tagEnd || view.getFloat64(tagStart, true) !== START) return;
    while (isDigit(view.getUint8(at))) at++;
    const isPlain = view.getUint8(at) === QUOTE && view.getUint8(tagEnd - 2) !== SLASH;
    this.#rest.learn(view, at, isPlain ? tagEnd : at);
  }

  /** Moves to the next row, past the tags between both; -1 if they are not as before. */
  pass(view: DataView, at: number): number {
    if (view.getFloat64(at, true) !== END_AND_START) return -1;
    if (view.getFloat64(at + START_AT, true) !== START) return -1;
    const from = at + START_AT + START_BYTES;
    let to = from;
    let number = 0;
    for (; to < from + MOST_DIGITS && isDigit(view.getUint8(to)); to++) {
      number = number * 10 + view.getUint8(to) - ZERO;
    }
    if (number === 0 || number > gridLimits.rows || !this.#rest.isAt(view, to)) return -1;
    this.moveTo(view, from, to, number);
    return to + this.#rest.length;
  }

  /** The row whose number is written from `from` to `to`. */
  moveTo(view: DataView, from: number, to: number, number: number): void {
    this.number = number;
    this.#digits = to - from;
    this.#startMask = this.#digits < 4 ? (1 << (8 * this.#digits)) - 1 : -1;
    this.#start = view.getInt32(from, true) & this.#startMask;
    this.#endMask = this.#digits > 4 ? -1 : 0;
    this.#end = view.getInt32(to - 4, true) & this.#endMask;
  }

  /** Where the number of the row ends if it is written here; else -1. What follows it must not be a digit. */
  passNumber(view: DataView, at: number): number {
    if ((view.getInt32(at, true) & this.#startMask) !== this.#start) return -1;
    const to = at + this.#digits;
    return (view.getInt32(to - 4, true) & this.#endMask) === this.#end ? to : -1;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
