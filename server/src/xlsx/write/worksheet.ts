import { columnLetters } from '../../core/column-letters.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { type AnnotatedRow, SheetAnnotations } from './annotations.js';
import { type CellMarkup, cellMarkup } from './cell-markup.js';
import { CellWriter } from './cell-writer.js';
import { columnWidth } from './column-widths.js';
import type { SheetNote } from './notes.js';
import { MAIN, OFFICE, XML } from './package-parts.js';
import type { RowSource } from './row-source.js';
import { Format, type StyleSheet } from './style-sheet.js';
import { areTableHeadings, rangeOfSheet } from './table-part.js';
import type { XlsxBatch, XlsxCell, XlsxColumn, XlsxSheet } from './workbook-content.js';
import { type Piece, piece, XmlBytes } from './xml-bytes.js';

/** A chunk is emitted when it is about this large. */
const CHUNK_BYTES = 2 ** 19;
const ROW_START = piece('<row r="');
const TAG_END = piece('">');
const ROW_END = piece('</row>');

interface SheetColumn extends XlsxColumn {
  /** `<c r="` and the letters of the column. */
  start: Piece;
  markup: CellMarkup;
}

/** A column with its part of a batch: either `numbers` or `cells`. */
interface BoundColumn {
  start: Piece;
  markup: CellMarkup;
  formula: ((row: number) => string | null) | undefined;
  numbers: Float64Array | null;
  valid: Uint8Array | null;
  cells: readonly XlsxCell[];
}

/** The XML of one worksheet, with the headings frozen above the rows. */
export class Worksheet {
  /** Notes on the rows written so far, and on the headings. */
  readonly notes: SheetNote[] = [];
  readonly headings: readonly string[];
  readonly #styles: StyleSheet;
  readonly #annotations: SheetAnnotations;
  readonly #columns: readonly SheetColumn[];
  readonly #display: XlsxSheet['display'];
  /** Positions of number columns in which a text was written. */
  readonly #withTexts = new Set<number>();
  readonly #xml = new XmlBytes(2 * CHUNK_BYTES);
  readonly #cells = new CellWriter(this.#xml);

  constructor({ columns, annotations = [], display }: Omit<XlsxSheet, 'batches'>, styles: StyleSheet) {
    this.#styles = styles;
    this.#display = display;
    this.#annotations = new SheetAnnotations(annotations);
    this.headings = columns.map(({ name }) => name);
    this.#columns = columns.map((column, index) => ({
      ...column,
      start: piece(`<c r="${columnLetters(index)}`),
      markup: this.#markup(column, index),
    }));
  }

  /** The last row written, counted from 1; the first has the headings. */
  get lastRow(): number {
    return this.#cells.row;
  }

  get formulas(): number {
    return this.#cells.formulas;
  }

  get truncatedCells(): number {
    return this.#cells.truncatedCells;
  }

  /** Whether the rows form an Excel table, which needs at least one row. */
  get isTable(): boolean {
    return this.lastRow > 1 && areTableHeadings(this.headings);
  }

  /** The relationships of the sheet, numbered from `rId1`. */
  get relations(): ('drawing' | 'comments' | 'table')[] {
    return [
      ...(this.notes.length > 0 ? (['drawing', 'comments'] as const) : []),
      ...(this.isTable ? (['table'] as const) : []),
    ];
  }

  /**
   * Writes rows until there are none left or the sheet is full. Each chunk stays valid until the next but one
   * is requested.
   */
  async *chunks(rows: RowSource): AsyncGenerator<Buffer> {
    this.#begin(await rows.peek());
    for (;;) {
      const batch = this.lastRow < gridLimits.rows ? await rows.peek() : undefined;
      if (!batch) break;
      rows.next = this.#write(batch, rows.next);
      if (this.#xml.length >= CHUNK_BYTES) yield this.#xml.take();
    }
    this.#end();
    yield this.#xml.take();
  }

  /** Everything before the data; the first rows determine the column widths. */
  #begin(first: XlsxBatch | undefined): void {
    this.#xml.xml(`${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`);
    const widths = this.#columns.map((column, i) => {
      const width = columnWidth(column, first?.columns[i], this.#displayOf(column, i));
      return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`;
    });
    if (widths.length > 0) this.#xml.xml(`<cols>${widths.join('')}</cols>`);
    this.#xml.xml('<sheetData><row r="1">');
    const heading = cellMarkup({
      number: Format.heading,
      other: Format.heading,
      wrapped: () => this.#styles.wrappedHeading(),
    });
    for (const { start, name } of this.#columns) this.#cells.cell(start, heading, name);
    this.#xml.piece(ROW_END);
  }

  /** Writes rows of a batch until the chunk or the sheet is full; returns the row to continue with. */
  #write(batch: XlsxBatch, from: number): number {
    const columns = this.#bind(batch);
    const to = Math.min(batch.rowCount, from + gridLimits.rows - this.lastRow);
    let row = from;
    for (; row < to && this.#xml.length < CHUNK_BYTES; row++) {
      this.#cells.row += 1;
      this.#xml.reserve();
      this.#xml.piece(ROW_START);
      this.#xml.integer(this.lastRow);
      this.#xml.piece(TAG_END);
      const annotated = this.#annotations.row(batch.rowIds?.[row]);
      if (annotated) this.#writeAnnotated(columns, row, annotated);
      else for (const column of columns) this.#writeCell(column, column.markup, row);
      this.#xml.piece(ROW_END);
    }
    this.#findTexts(columns, from, row);
    return row;
  }

  /** A batch of numbers alone has no list of cells, so only columns with texts are searched. */
  #findTexts(columns: readonly BoundColumn[], from: number, to: number): void {
    for (const [index, { noteOnTexts }] of this.#columns.entries()) {
      if (noteOnTexts === undefined || this.#withTexts.has(index)) continue;
      const cells = columns[index]?.cells ?? [];
      for (let row = from; row < to && row < cells.length; row++) {
        if (typeof cells[row] !== 'string') continue;
        this.#withTexts.add(index);
        break;
      }
    }
  }

  #bind(batch: XlsxBatch): BoundColumn[] {
    return this.#columns.map(({ start, markup, formula }, index) => {
      const data = batch.columns[index] ?? [];
      return 'numbers' in data
        ? { start, markup, formula, numbers: data.numbers, valid: data.valid, cells: [] }
        : { start, markup, formula, numbers: null, valid: null, cells: data };
    });
  }

  #writeCell(column: BoundColumn, markup: CellMarkup, row: number): void {
    const { start, formula, numbers, valid } = column;
    if (formula) this.#writeFormula(column, markup, row);
    else if (!numbers) this.#cells.cell(start, markup, column.cells[row] ?? null);
    else if (valid === null || valid[row] === 1) this.#cells.number(start, markup, numbers[row] as number);
    else this.#cells.empty(start, markup);
  }

  #writeFormula(column: BoundColumn, markup: CellMarkup, row: number): void {
    const { start, numbers, valid } = column;
    const isThere = valid === null || valid[row] === 1;
    const value = (numbers ? (isThere ? numbers[row] : null) : column.cells[row]) ?? null;
    const formula = column.formula?.(this.lastRow) ?? null;
    if (formula === null) this.#cells.cell(start, markup, value);
    else this.#cells.formula(start, markup, formula, value);
  }

  #writeAnnotated(columns: readonly BoundColumn[], row: number, annotated: AnnotatedRow): void {
    for (const [index, column] of columns.entries()) {
      this.#writeCell(column, this.#markup(this.#columns[index] as XlsxColumn, index, annotated), row);
    }
    this.#note(this.lastRow - 1, 0, joinNotes(annotated.whole?.note, annotated.cells.get(0)?.note));
    for (const [column, { note }] of annotated.cells) {
      if (column > 0) this.#note(this.lastRow - 1, column, note);
    }
  }

  #end(): void {
    this.#xml.xml('</sheetData>');
    this.notes.unshift(...this.#headingNotes());
    const relation = (kind: 'drawing' | 'table') => `r:id="rId${this.relations.indexOf(kind) + 1}"`;
    if (this.#columns.length > 0 && !this.isTable) {
      this.#xml.xml(`<autoFilter ref="${rangeOfSheet(this.#columns.length, this.lastRow)}"/>`);
    }
    if (this.notes.length > 0) this.#xml.xml(`<legacyDrawing ${relation('drawing')}/>`);
    if (this.isTable) this.#xml.xml(`<tableParts count="1"><tablePart ${relation('table')}/></tableParts>`);
    this.#xml.xml('</worksheet>');
  }

  /** How the cells of a column show numbers; undefined for the default format. */
  #displayOf({ numberFormat }: XlsxColumn, index: number): ((value: number) => string) | undefined {
    const format = this.#annotations.lookOf(index).numberFormat ?? numberFormat;
    const display = this.#display;
    return display && format !== undefined ? (value) => display(value, format) : undefined;
  }

  #headingNotes(): SheetNote[] {
    return this.#columns.flatMap(({ noteOnTexts }, column) => {
      const given = this.#annotations.columns.get(column)?.note;
      const text = joinNotes(given, this.#withTexts.has(column) ? noteOnTexts : undefined);
      return text === null ? [] : [{ row: 0, column, text }];
    });
  }

  /** Unless a cell has a look, the format of its column applies only to numbers. */
  #markup({ meaning, numberFormat }: XlsxColumn, index: number, row?: AnnotatedRow): CellMarkup {
    const look = this.#annotations.lookOf(index, row);
    const format = this.#styles.format(meaning, { numberFormat, ...look });
    const wrap = true;
    return Object.keys(look).length === 0
      ? cellMarkup({
          number: format,
          other: Format.number,
          wrapped: () => this.#styles.format('number', { wrap }),
        })
      : cellMarkup({
          number: format,
          other: format,
          wrapped: () => this.#styles.format(meaning, { numberFormat, ...look, wrap }),
        });
  }

  #note(row: number, column: number, text: string | null): void {
    if (text !== null && column < this.#columns.length) this.notes.push({ row, column, text });
  }
}

/** A cell shows one note. */
function joinNotes(...notes: (string | null | undefined)[]): string | null {
  return notes.filter(Boolean).join('\n\n') || null;
}
