import { columnLetters } from '../../core/column-letters.js';
import { fitsCell, fittingText, LONGEST_TEXT } from '../fitting-text.js';
import { type CellMarkup, cellEnd } from './cell-markup.js';
import { fileFormula } from './newer-functions.js';
import { putWhole } from './plain-bytes.js';
import { PlainCells, type PlainColumn } from './plain-cells.js';
import { utf8Text, type XlsxCell } from './workbook-content.js';
import { type Piece, piece, type XmlBytes } from './xml-bytes.js';

/** Excel reports a file with a longer text or formula as damaged. */
const LONGEST_FORMULA = 8192;
const SPACE = 0x20;

const [ONE, ZERO] = [piece('1'), piece('0')];
const ROW_START = piece('<row r="');
const TAG_END = piece('">');
const ROW_END = piece('</row>');

/** The start of a cell's markup: `<c r="` with the letters of the column. */
export function cellStart(column: number): Piece {
  return piece(`<c r="${columnLetters(column)}`);
}

/** Writes rows, and cells one after the other. */
export class CellWriter {
  formulas = 0;
  truncatedCells = 0;
  /** The sheet row that was begun last, counted from 1. */
  row = 0;
  readonly #xml: XmlBytes;
  /** The number of the row, in every reference to its cells: at most seven digits, with nothing behind them. */
  readonly #rowNumber: Piece = { groups: new Float64Array(1), length: 0 };
  readonly #rowDigits = new DataView(this.#rowNumber.groups.buffer);
  readonly #plain = new PlainCells();

  readonly #onRow: ((height: number | undefined) => void) | undefined;

  /** `onRow` hears of each row that is begun. */
  constructor(xml: XmlBytes, onRow?: (height: number | undefined) => void) {
    this.#xml = xml;
    this.#onRow = onRow;
  }

  /**
   * `height` is in points; without one, the row has the height of a line, or programs fit it to its content. A height that
   * only fits today's content changes with it.
   */
  beginRow(height?: number, { isFixed = true }: { isFixed?: boolean } = {}): void {
    this.row += 1;
    this.#onRow?.(height);
    this.#xml.reserve();
    this.#xml.piece(ROW_START);
    this.#rowNumber.groups[0] = 0;
    this.#rowNumber.length = putWhole(this.#rowDigits, 0, this.row);
    this.#xml.piece(this.#rowNumber);
    if (height === undefined) this.#xml.piece(TAG_END);
    else this.#xml.xml(`" ht="${height}"${isFixed ? ' customHeight="1"' : ''}>`);
  }

  endRow(): void {
    this.#xml.reserve();
    this.#xml.piece(ROW_END);
  }

  /** Writes plain cells of a row of a batch, from one column on; returns the first that is left to the methods below. */
  plain(columns: readonly PlainColumn[], from: number, row: number): number {
    this.#xml.reserve();
    this.#plain.next = from;
    this.#xml.length = this.#plain.put(this.#xml, columns, row, this.#rowNumber);
    return this.#plain.next;
  }

  cell(start: Piece, markup: CellMarkup, value: XlsxCell): void {
    if (typeof value === 'number') this.number(start, markup, value);
    else if (typeof value === 'string') this.#text(start, markup, value);
    else if (value === null) this.empty(start, markup);
    else {
      this.#open(start, typeof value === 'boolean' ? markup.boolean : markup.error);
      this.#value(value);
    }
  }

  number(start: Piece, markup: CellMarkup, value: number): void {
    if (Number.isFinite(value)) {
      this.#open(start, markup.number);
      this.#xml.number(value);
      this.#xml.piece(cellEnd.value);
    } else this.empty(start, markup);
  }

  /** A text that is already UTF-8. */
  utf8(start: Piece, markup: CellMarkup, source: DataView, at: number, length: number): void {
    if (length > LONGEST_TEXT) {
      // It may still fit: what counts are UTF-16 units, of which there are no more than bytes.
      this.#text(start, markup, utf8Text(source, at, length));
      return;
    }
    const spaced = length > 0 && (source.getUint8(at) <= SPACE || source.getUint8(at + length - 1) <= SPACE);
    const from = this.#xml.length;
    this.#open(start, spaced ? markup.spacedText : markup.text);
    if (this.#xml.utf8(source, at, length)) {
      // Few texts have a line break, so they are written again rather than all searched for one.
      this.#xml.length = from;
      this.#open(start, markup.wrappedText());
      this.#xml.utf8(source, at, length);
    }
    this.#xml.piece(cellEnd.text);
  }

  empty(start: Piece, markup: CellMarkup): void {
    if (markup.empty) this.#open(start, markup.empty);
  }

  /** A formula and its last value; a formula that Excel would reject is left out. */
  formula(start: Piece, markup: CellMarkup, shown: string, value: XlsxCell): void {
    const formula = fileFormula(shown);
    if (formula.length > LONGEST_FORMULA) {
      this.cell(start, markup, value);
      return;
    }
    this.formulas += 1;
    this.#open(start, markup.formula[kindOf(value)]);
    this.#xml.text(formula);
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) {
      this.#xml.piece(cellEnd.formula);
    } else {
      this.#xml.piece(cellEnd.formulaBeforeValue);
      this.#value(value);
    }
  }

  #open(start: Piece, markup: Piece): void {
    this.#xml.reserve();
    this.#xml.piece(start);
    this.#xml.piece(this.#rowNumber);
    this.#xml.piece(markup);
  }

  #text(start: Piece, markup: CellMarkup, value: string): void {
    const spaced = value.charCodeAt(0) <= SPACE || value.charCodeAt(value.length - 1) <= SPACE;
    const text = this.#fitting(value);
    const from = this.#xml.length;
    this.#open(start, spaced ? markup.spacedText : markup.text);
    if (this.#xml.text(text)) {
      this.#xml.length = from;
      this.#open(start, markup.wrappedText());
      this.#xml.text(text);
    }
    this.#xml.piece(cellEnd.text);
  }

  #value(value: Exclude<XlsxCell, null>): void {
    if (typeof value === 'number') this.#xml.number(value);
    else if (typeof value === 'boolean') this.#xml.piece(value ? ONE : ZERO);
    else this.#xml.text(typeof value === 'string' ? this.#fitting(value) : value.error);
    this.#xml.piece(cellEnd.value);
  }

  #fitting(text: string): string {
    if (!fitsCell(text)) this.truncatedCells += 1;
    return fittingText(text);
  }
}

function kindOf(value: XlsxCell): keyof CellMarkup['formula'] {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'object':
      return value === null ? 'number' : 'error';
    default:
      return 'number';
  }
}
