import { type DateSystem, isDateSerial } from '../../core/date-serials.js';
import { CellKind } from '../../grid/grid.js';
import type { GridBuilder } from '../../grid/grid-builder.js';
import { eightBytes, LONGEST_KNOWN } from '../xml/known-markup.js';
import { NumberBeforeTag } from '../xml/parse-number.js';
import type { FastLane, XmlScanner } from '../xml/xml-scanner.js';
import type { CellPosition } from './cell-position.js';
import { CellStarts } from './cell-starts.js';
import { RowTags } from './row-tags.js';

const CELL_END = eightBytes('</v></c>');
const CELL_END_BYTES = 8;
/** More than the markup before a value, or between two rows, so that nothing is read past the end. */
const LONGEST = 3 * LONGEST_KNOWN;

/**
 * Nearly all cells of nearly all files are written `<c r="B7" s="3" t="s"><v>12</v></c>`. Those are read here
 * in one go, which is several times faster; the first one written differently is left to the scanner. Most of them,
 * and the tags between rows, repeat the markup of the row above: that is recognised without being parsed again.
 */
export class PlainCells implements FastLane {
  readonly #grid: GridBuilder;
  readonly #position: CellPosition;
  /** For every style, whether it shows numbers as dates. */
  readonly #dateStyles: Uint8Array;
  readonly #dateSystem: DateSystem;
  readonly #sharedTexts: number;
  readonly #row = new RowTags();
  readonly #starts = new CellStarts(this.#row);
  readonly #number = new NumberBeforeTag();
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(this.#bytes.buffer);

  constructor(
    grid: GridBuilder,
    position: CellPosition,
    dateStyles: Uint8Array,
    dateSystem: DateSystem,
    sharedTexts: number,
  ) {
    this.#grid = grid;
    this.#position = position;
    this.#dateStyles = dateStyles;
    this.#dateSystem = dateSystem;
    this.#sharedTexts = sharedTexts;
  }

  /** Learns the tag of a row that says nothing but its number, to pass others that are written alike. */
  learnRow({ bytes, tagStart, tagEnd }: XmlScanner): void {
    this.#row.learn(this.#viewOf(bytes), tagStart, tagEnd);
  }

  pass(bytes: Buffer, start: number): number {
    const last = bytes.length - LONGEST;
    if (start >= last) return start;
    const view = this.#viewOf(bytes);
    const starts = this.#starts;
    const row = this.#row;
    const position = this.#position;
    const number = this.#number;
    let cellAt = start;
    while (cellAt < last) {
      let at = starts.passKnown(view, cellAt, position.column + 1);
      if (at < 0) {
        at = row.pass(view, cellAt);
        if (at >= 0) {
          position.row = row.number - 1;
          position.column = -1;
          cellAt = at;
          continue;
        }
        at = starts.pass(bytes, view, cellAt);
        if (at < 0) return cellAt;
      }
      const { isEmpty, isShared } = starts.cell;
      if (isEmpty) {
        this.#add(CellKind.empty, 0);
        cellAt = at;
        continue;
      }
      const value = number.read(bytes, at);
      const { end } = number;
      if (Number.isNaN(value) || end + CELL_END_BYTES > bytes.length) return cellAt;
      if (view.getFloat64(end, true) !== CELL_END) return cellAt;
      if (isShared && (!number.isWhole || value >= this.#sharedTexts)) return cellAt;
      this.#add(isShared ? CellKind.text : this.#numberKind(value), value);
      cellAt = end + CELL_END_BYTES;
    }
    return cellAt;
  }

  #numberKind(value: number): number {
    const isDate = this.#dateStyles[this.#starts.cell.style] === 1 && isDateSerial(value, this.#dateSystem);
    return isDate ? CellKind.date : CellKind.number;
  }

  #add(kind: number, value: number): void {
    const { column, style } = this.#starts.cell;
    const row = this.#row.number - 1;
    this.#position.row = row;
    this.#position.column = column;
    const known = style < this.#dateStyles.length ? style : 0;
    if (kind !== CellKind.empty || known > 0) this.#grid.add(row, column, kind, value, known);
  }

  #viewOf(bytes: Buffer): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.#view;
  }
}
