import { type DateSystem, isDateSerial, serialOfIsoDate } from '../../core/date-serials.js';
import { damaged } from '../../core/file-error.js';
import { isDateFormat } from '../../grid/format-kind.js';
import { CellKind, type CellStyle } from '../../grid/grid.js';
import { type CellBudget, GridBuilder } from '../../grid/grid-builder.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { SheetTexts } from '../../grid/sheet-texts.js';
import { decodeText } from '../xml/decode-text.js';
import { nameOf, nameOfBytes } from '../xml/names.js';
import { parseInteger, parseNumber } from '../xml/parse-number.js';
import type { XmlHandler, XmlScanner, XmlTag } from '../xml/xml-scanner.js';
import { CellPosition } from './cell-position.js';
import { PlainCells } from './plain-cells.js';
import { SharedFormulas } from './shared-formulas.js';
import { RichText } from './shared-strings.js';
import { SheetSurroundings } from './sheet-surroundings.js';

const tags = {
  row: nameOf('row'),
  cell: nameOf('c'),
  value: nameOf('v'),
  formula: nameOf('f'),
  inlineString: nameOf('is'),
  sheetData: nameOf('sheetData'),
};

const attributes = {
  reference: nameOf('r'),
  style: nameOf('s'),
  type: nameOf('t'),
};

/** The cell types of the `t` attribute. */
const types = {
  number: nameOf('n'),
  shared: nameOf('s'),
  formulaText: nameOf('str'),
  inline: nameOf('inlineStr'),
  boolean: nameOf('b'),
  error: nameOf('e'),
  date: nameOf('d'),
};

/** Reads the cells of a worksheet and the elements around them. */
export class Worksheet implements XmlHandler {
  readonly #grid: GridBuilder;
  readonly #texts: SheetTexts;
  readonly #around = new SheetSurroundings();
  readonly #scanner: XmlScanner;
  readonly #dateStyles: Uint8Array;
  readonly #dateSystem: DateSystem;
  readonly #formulas: SharedFormulas;
  readonly #at = new CellPosition();
  readonly #richText = new RichText();
  readonly #plainCells: PlainCells;
  #inData = false;
  #inCell = false;
  #hasFormula = false;
  #inInline = false;
  #style = 0;
  #type = types.number;
  #kind: number = CellKind.empty;
  #value = 0;
  #text = '';
  /** The element whose text is being read, or 0. */
  #reading = 0;

  constructor(
    scanner: XmlScanner,
    file: {
      styles: readonly CellStyle[];
      texts: readonly string[];
      dateSystem: DateSystem;
      budget: CellBudget;
    },
  ) {
    this.#scanner = scanner;
    this.#grid = new GridBuilder(file.budget);
    this.#texts = new SheetTexts(file.texts);
    this.#dateSystem = file.dateSystem;
    this.#dateStyles = Uint8Array.from(file.styles, (style) => Number(isDateFormat(style.numberFormat)));
    this.#formulas = new SharedFormulas(this.#grid);
    this.#plainCells = new PlainCells(
      this.#grid,
      this.#at,
      this.#dateStyles,
      this.#dateSystem,
      this.#texts.sharedCount,
    );
  }

  result() {
    return {
      grid: {
        ...this.#grid.finish(),
        texts: this.#texts,
        arrays: this.#formulas.arrays,
        dataTables: this.#formulas.dataTables,
      },
      ...this.#around.result(),
    };
  }

  open(name: number, tag: XmlTag): void {
    switch (name) {
      case tags.cell:
        this.#openCell(tag);
        return;
      case tags.value:
        if (this.#inCell) this.#read(name);
        return;
      case tags.row:
        this.#openRow(tag);
        return;
      case tags.formula:
        if (!this.#inCell) return;
        this.#hasFormula = true;
        this.#formulas.open(tag);
        this.#read(name);
        return;
      case tags.inlineString:
        this.#inInline = this.#inCell;
        this.#richText.clear();
        return;
      case tags.sheetData:
        this.#inData = true;
        return;
      default:
        if (this.#inInline) this.#scanner.capturing = this.#richText.open(name);
        else if (!this.#inData && this.#around.open(name, tag)) this.#read(name);
    }
  }

  close(name: number): void {
    switch (name) {
      case tags.cell:
        this.#closeCell();
        return;
      case tags.value:
        this.#closeValue();
        return;
      case tags.formula:
        if (this.#reading === name) this.#formulas.close(this.#at.row, this.#at.column, this.#text);
        this.#stopReading();
        return;
      case tags.inlineString:
        this.#inInline = false;
        this.#setText(CellKind.text, this.#richText.value);
        return;
      case tags.sheetData:
        this.#inData = false;
        this.#scanner.lane = undefined;
        this.#formulas.finish();
        return;
      default:
        if (this.#inInline) {
          this.#scanner.capturing = false;
          this.#richText.close(name);
        } else if (this.#reading === name) {
          this.#around.close(name, this.#text);
          this.#stopReading();
        }
    }
  }

  text(bytes: Buffer, from: number, to: number, literal: boolean): void {
    if (this.#inInline) {
      this.#richText.add(bytes, from, to, literal);
      return;
    }
    if (this.#reading === tags.value && this.#readNumber(bytes, from, to)) return;
    const text = decodeText(bytes, from, to, literal);
    this.#text = this.#text === '' ? text : this.#text + text;
  }

  /**
   * Numbers, by far the most frequent, become values without becoming strings; false where that is
   * impossible.
   */
  #readNumber(bytes: Buffer, from: number, to: number): boolean {
    if (this.#kind !== CellKind.empty || this.#text !== '') return false;
    if (this.#type === types.shared) {
      const index = parseInteger(bytes, from, to);
      if (index < 0) return false;
      if (index >= this.#texts.sharedCount) throw damaged('cell-unknown-text');
      this.#kind = CellKind.text;
      this.#value = index;
      return true;
    }
    if (this.#type !== types.number) return false;
    const value = parseNumber(bytes, from, to);
    if (Number.isNaN(value)) return false;
    const isDate = this.#dateStyles[this.#style] === 1 && isDateSerial(value, this.#dateSystem);
    this.#kind = isDate ? CellKind.date : CellKind.number;
    this.#value = value;
    return true;
  }

  #openRow(tag: XmlTag): void {
    const number = tag.integer(attributes.reference);
    this.#at.row = number === undefined ? this.#at.row + 1 : number - 1;
    this.#at.column = -1;
    if (this.#at.row < 0 || this.#at.row >= gridLimits.rows) throw damaged('row-outside-sheet');
    if (!this.#around.openRow(this.#at.row, tag)) this.#plainCells.learnRow(this.#scanner);
    this.#scanner.lane = this.#plainCells;
  }

  #openCell(tag: XmlTag): void {
    this.#inCell = true;
    this.#hasFormula = false;
    this.#style = 0;
    this.#type = types.number;
    this.#kind = CellKind.empty;
    this.#value = 0;
    this.#scanner.lane = undefined;
    this.#at.column++;
    const { bytes, attributeNames, valueStarts, valueEnds } = tag;
    for (let i = 0; i < tag.attributeCount; i++) {
      const from = valueStarts[i] as number;
      const to = valueEnds[i] as number;
      switch (attributeNames[i]) {
        case attributes.reference:
          this.#at.goTo(bytes, from, to);
          break;
        case attributes.style: {
          const style = parseInteger(bytes, from, to);
          this.#style = style > 0 && style < this.#dateStyles.length ? style : 0;
          break;
        }
        case attributes.type:
          this.#type = nameOfBytes(bytes, from, to);
          break;
      }
    }
    if (this.#at.row < 0) this.#at.row = 0;
  }

  #closeCell(): void {
    this.#inCell = false;
    this.#scanner.lane = this.#plainCells;
    if (this.#kind === CellKind.empty && this.#style === 0 && !this.#hasFormula) return;
    this.#grid.add(this.#at.row, this.#at.column, this.#kind, this.#value, this.#style);
  }

  #closeValue(): void {
    const text = this.#text;
    this.#stopReading();
    if (!this.#inCell || this.#kind !== CellKind.empty) return;
    switch (this.#type) {
      case types.boolean:
        this.#kind = CellKind.boolean;
        this.#value = /^\s*(1|true)\s*$/i.test(text) ? 1 : 0;
        return;
      case types.error:
        this.#setText(CellKind.error, text.trim());
        return;
      case types.date:
        this.#setIsoDate(text.trim());
        return;
      case types.number:
      case types.shared:
        // A numeric cell without a valid number is kept as text rather than lost.
        if (text.trim() !== '') this.#setText(CellKind.text, text);
        return;
      default:
        // Left as written, `_x000D_` too: programs disagree on whether results of formulas are escaped.
        this.#setText(CellKind.text, text);
        return;
    }
  }

  #setIsoDate(text: string): void {
    const serial = serialOfIsoDate(text, this.#dateSystem);
    if (serial === undefined) {
      this.#setText(CellKind.text, text);
    } else {
      this.#kind = CellKind.date;
      this.#value = serial;
    }
  }

  #setText(kind: number, text: string): void {
    this.#kind = kind;
    this.#value = this.#texts.add(text);
  }

  #read(name: number): void {
    this.#reading = name;
    this.#text = '';
    this.#scanner.capturing = true;
  }

  #stopReading(): void {
    this.#reading = 0;
    this.#text = '';
    this.#scanner.capturing = false;
  }
}
