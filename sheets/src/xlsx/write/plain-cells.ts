import { LONGEST_TEXT } from '../fitting-text.js';
import { type CellMarkup, cellEnd } from './cell-markup.js';
import { fourDigits, GROUP, plain, plainPairs, putWhole, WHOLE_END } from './plain-bytes.js';
import type { TextCells } from './workbook-content.js';
import { CELL_BYTES, LONGEST_ESCAPE, type Piece, type XmlBytes } from './xml-bytes.js';

const [SPACE, AMPERSAND, POINT, ZERO, SEMICOLON] = [0x20, 0x26, 0x2e, 0x30, 0x3b];
/** `&amp;` without its end. */
const AMPERSAND_ENTITY = Buffer.from('&amp').readInt32LE();
/** In place of an end, for a value that must be written in another way. */
const NOT_PLAIN = -1;
/** Four bytes that are not plain. */
const NO_GROUP = 0;
const SCALED_END = 2 ** 31;

/** A piece of at most four groups, each by itself: without a loop over them, its copying takes half as long. */
interface ShortPiece {
  first: number;
  second: number;
  third: number;
  fourth: number;
  length: number;
}

function shortPiece({ groups, length }: Piece): ShortPiece {
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  return { first, second, third, fourth, length };
}

const VALUE_END = shortPiece(cellEnd.value);
const TEXT_END = shortPiece(cellEnd.text);

/** The markup of a column whose cells are mostly plain. */
interface PlainMarkup {
  start: ShortPiece;
  number: ShortPiece;
  text: ShortPiece;
}

/** Null if it is too long, which takes a style of more than four digits. */
export function plainMarkup(start: Piece, { number, text }: CellMarkup): PlainMarkup | null {
  if (start.groups.length > 2 || number.groups.length > 2 || text.groups.length > 4) return null;
  return { start: shortPiece(start), number: shortPiece(number), text: shortPiece(text) };
}

/** A column with its part of a batch. */
export interface PlainColumn {
  /** Null if there are formulas behind its values. */
  plain: PlainMarkup | null;
  numbers: Float64Array | null;
  valid: Uint8Array | null;
  texts: TextCells | null;
}

/**
 * Nearly all cells are short numbers and texts with nothing to escape but `&`. They are written here in one go, faster
 * than piece by piece; any other is left to `CellWriter`.
 */
export class PlainCells {
  /** The column of the first cell that is left. */
  next = 0;

  /** Writes the cells of a row from `next` on, as long as they are plain; returns where they end. */
  put(xml: XmlBytes, columns: readonly PlainColumn[], row: number, rowNumber: Piece): number {
    const { view, capacity } = xml;
    const number = rowNumber.groups[0] as number;
    const numberLength = rowNumber.length;
    let cellAt = xml.length;
    for (; this.next < columns.length; this.next++) {
      const { plain: markup, numbers, texts, valid } = columns[this.next] as PlainColumn;
      if (markup === null || cellAt + CELL_BYTES > capacity) return cellAt;
      const { start } = markup;
      view.setFloat64(cellAt, start.first, true);
      view.setFloat64(cellAt + 8, start.second, true);
      let at = cellAt + start.length;
      view.setFloat64(at, number, true);
      at += numberLength;
      if (numbers !== null) {
        if (valid !== null && valid[row] !== 1) return cellAt;
        const { first, second, length } = markup.number;
        view.setFloat64(at, first, true);
        view.setFloat64(at + 8, second, true);
        at = putNumber(view, at + length, numbers[row] as number);
        if (at === NOT_PLAIN) return cellAt;
        view.setFloat64(at, VALUE_END.first, true);
        cellAt = at + VALUE_END.length;
      } else if (texts !== null) {
        const length = texts.lengths[row] as number;
        if (at + length * LONGEST_ESCAPE + CELL_BYTES > capacity) return cellAt;
        at = putText(view, putShort(view, at, markup.text), texts.utf8, texts.starts[row] as number, length);
        if (at === NOT_PLAIN) return cellAt;
        view.setFloat64(at, TEXT_END.first, true);
        view.setFloat64(at + 8, TEXT_END.second, true);
        cellAt = at + TEXT_END.length;
      } else return cellAt;
    }
    return cellAt;
  }
}

function putShort(view: DataView, at: number, { first, second, third, fourth, length }: ShortPiece): number {
  view.setFloat64(at, first, true);
  view.setFloat64(at + 8, second, true);
  view.setFloat64(at + 16, third, true);
  view.setFloat64(at + 24, fourth, true);
  return at + length;
}

/** A number from 0 that is whole or has at most four decimals: see `XmlBytes.number` for why these are exact. */
function putNumber(view: DataView, start: number, value: number): number {
  const whole = value | 0;
  if (whole === value && whole >= 0 && whole < WHOLE_END) return putWhole(view, start, whole);
  const scaled = Math.round(value * GROUP);
  if (!(scaled > 0 && scaled < SCALED_END && scaled / GROUP === value)) return NOT_PLAIN;
  const units = (scaled / GROUP) | 0;
  let at = putWhole(view, start, units);
  view.setUint8(at, POINT);
  view.setInt32(at + 1, fourDigits[scaled - units * GROUP] as number, true);
  at += 5;
  while (view.getUint8(at - 1) === ZERO) at--;
  return at;
}

/** See `XmlBytes.utf8`. */
function putText(view: DataView, to: number, source: DataView, start: number, length: number): number {
  if (length < 0 || length > LONGEST_TEXT) return NOT_PLAIN;
  const end = start + length;
  if (length > 0 && (source.getUint8(start) <= SPACE || source.getUint8(end - 1) <= SPACE)) return NOT_PLAIN;
  let at = to;
  let from = start;
  while (from < end) {
    const group = from + 4 <= end ? source.getInt32(from, true) : NO_GROUP;
    if ((plainPairs[group & 0xffff] as number) & (plainPairs[group >>> 16] as number)) {
      view.setInt32(at, group, true);
      at += 4;
      from += 4;
      continue;
    }
    while (from < end && plain[source.getUint8(from)] === 1) view.setUint8(at++, source.getUint8(from++));
    if (from === end) break;
    if (source.getUint8(from) !== AMPERSAND) return NOT_PLAIN;
    view.setInt32(at, AMPERSAND_ENTITY, true);
    view.setUint8(at + 4, SEMICOLON);
    at += 5;
    from++;
  }
  return at;
}
