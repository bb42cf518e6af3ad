import { type AnnotatedRow, SheetAnnotations } from './annotations.js';
import { type CellMarkup, cellMarkup } from './cell-markup.js';
import { type CellWriter, cellStart } from './cell-writer.js';
import type { SheetNote } from './notes.js';
import { type PlainColumn, plainMarkup } from './plain-cells.js';
import type { RowHeights } from './row-heights.js';
import type { StyleSheet } from './style-sheet.js';
import {
  type BatchColumn,
  cellAt,
  type XlsxBatch,
  type XlsxCell,
  type XlsxColumn,
  type XlsxTable,
} from './workbook-content.js';
import type { Piece } from './xml-bytes.js';

interface SheetColumn extends XlsxColumn {
  start: Piece;
  markup: CellMarkup;
}

/** A column with its part of a batch: `numbers`, `texts` or `cells`. */
interface BoundColumn extends PlainColumn {
  start: Piece;
  markup: CellMarkup;
  formula: ((row: number) => string | null) | undefined;
  data: BatchColumn;
  cells: readonly XlsxCell[];
}

/** Writes the headings and rows of one table, wherever it begins on its sheet. */
export class TableRows {
  readonly #columns: SheetColumn[];
  readonly #annotations: SheetAnnotations;
  readonly #display: XlsxTable['display'];
  readonly #styles: StyleSheet;
  readonly #cells: CellWriter;
  readonly #rowNotes: SheetNote[] = [];
  /** Positions of number columns in which a text was written. */
  readonly #withTexts = new Set<number>();
  /** Counted from 0; undefined if the headings are not shown. */
  #headingRow: number | undefined;
  /** Undefined where programs are left to fit the rows. */
  readonly #heights: RowHeights | undefined;

  constructor(
    { columns, annotations = [], display }: XlsxTable,
    styles: StyleSheet,
    cells: CellWriter,
    heights?: RowHeights,
  ) {
    this.#heights = heights;
    this.#styles = styles;
    this.#cells = cells;
    this.#display = display;
    this.#annotations = new SheetAnnotations(annotations);
    this.#columns = columns.map((column, index) => this.#sheetColumn(column, index));
  }

  /** Lets the texts of a column, which is so many characters wide, take several lines. */
  wrap(index: number, width: number): void {
    this.#heights?.wrap(index, width);
    const column = this.#columns[index] as XlsxColumn;
    this.#columns[index] = this.#sheetColumn({ ...column, look: { ...column.look, wrap: true } }, index);
  }

  /** Notes on the headings and on the rows written so far. */
  get notes(): SheetNote[] {
    return [...this.#headingNotes(), ...this.#rowNotes];
  }

  /** Whether a column of numbers has been given a value as text. */
  hasTexts(column: number): boolean {
    return this.#withTexts.has(column);
  }

  numberFormatOf(column: number): string | undefined {
    return this.#annotations.lookOf(column).numberFormat ?? this.#columns[column]?.numberFormat;
  }

  /** How the cells of a column show numbers; undefined for the default format. */
  displayOf(column: number, format = this.numberFormatOf(column)): ((value: number) => string) | undefined {
    const display = this.#display;
    return display && format !== undefined ? (value) => display(value, format) : undefined;
  }

  writeHeadings(markupOf: (column: XlsxColumn) => CellMarkup, height?: number): void {
    this.#cells.beginRow(height, { isFixed: false });
    this.#headingRow = this.#cells.row - 1;
    for (const column of this.#columns) this.#cells.cell(column.start, markupOf(column), column.name);
    this.#cells.endRow();
  }

  /** Writes rows of a batch until `to`, or until `isFull`; returns the row to continue with. */
  write(batch: XlsxBatch, from: number, to: number, isFull: () => boolean): number {
    const columns = this.#bind(batch);
    let row = from;
    for (; row < to && !isFull(); row++) {
      this.#cells.beginRow(this.#heights?.of(batch.columns, row), { isFixed: false });
      const annotated = this.#annotations.row(batch.rowIds?.[row]);
      if (annotated) this.#writeAnnotated(columns, row, annotated);
      else this.#writeCells(columns, row);
      this.#cells.endRow();
    }
    this.#findTexts(columns, from, row);
    return row;
  }

  #sheetColumn(column: XlsxColumn, index: number): SheetColumn {
    return { ...column, start: cellStart(index), markup: this.#markup(column, index) };
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
      return {
        start,
        markup,
        plain: formula === undefined ? plainMarkup(start, markup) : null,
        formula,
        data,
        numbers: 'numbers' in data ? data.numbers : null,
        valid: 'numbers' in data ? data.valid : null,
        texts: 'utf8' in data ? data : null,
        cells: 'numbers' in data || 'utf8' in data ? [] : data,
      };
    });
  }

  #writeCells(columns: readonly BoundColumn[], row: number): void {
    let next = this.#cells.plain(columns, 0, row);
    while (next < columns.length) {
      const column = columns[next] as BoundColumn;
      this.#writeCell(column, column.markup, row);
      next = this.#cells.plain(columns, next + 1, row);
    }
  }

  #writeCell(column: BoundColumn, markup: CellMarkup, row: number): void {
    const { start, formula, numbers, valid, texts } = column;
    if (formula) this.#writeFormula(column, markup, row);
    else if (numbers) {
      if (valid === null || valid[row] === 1) this.#cells.number(start, markup, numbers[row] as number);
      else this.#cells.empty(start, markup);
    } else if (texts) {
      const length = texts.lengths[row] as number;
      if (length < 0) this.#cells.empty(start, markup);
      else this.#cells.utf8(start, markup, texts.utf8, texts.starts[row] as number, length);
    } else this.#cells.cell(start, markup, column.cells[row] ?? null);
  }

  #writeFormula(column: BoundColumn, markup: CellMarkup, row: number): void {
    const { start, data } = column;
    const value = cellAt(data, row);
    const formula = column.formula?.(this.#cells.row) ?? null;
    if (formula === null) this.#cells.cell(start, markup, value);
    else this.#cells.formula(start, markup, formula, value);
  }

  #writeAnnotated(columns: readonly BoundColumn[], row: number, annotated: AnnotatedRow): void {
    for (const [index, column] of columns.entries()) {
      this.#writeCell(column, this.#markup(this.#columns[index] as XlsxColumn, index, annotated), row);
    }
    this.#note(0, joinNotes(annotated.whole?.note, annotated.cells.get(0)?.note));
    for (const [column, { note }] of annotated.cells) if (column > 0) this.#note(column, note);
  }

  #note(column: number, text: string | null): void {
    if (text === null || column >= this.#columns.length) return;
    this.#rowNotes.push({ row: this.#cells.row - 1, column, text });
  }

  #headingNotes(): SheetNote[] {
    const row = this.#headingRow;
    if (row === undefined) return [];
    return this.#columns.flatMap(({ noteOnTexts }, column) => {
      const given = this.#annotations.columns.get(column)?.note;
      const text = joinNotes(given, this.hasTexts(column) ? noteOnTexts : undefined);
      return text === null ? [] : [{ row, column, text }];
    });
  }

  /** Unless an annotation says more, the number format of a column applies only to numbers. */
  #markup({ meaning, numberFormat, look = {} }: XlsxColumn, index: number, row?: AnnotatedRow): CellMarkup {
    const annotated = this.#annotations.lookOf(index, row);
    const isPlain = Object.keys(annotated).length === 0;
    const whole = { numberFormat, ...look, ...annotated };
    const [otherMeaning, other] = isPlain ? (['number', look] as const) : ([meaning, whole] as const);
    return cellMarkup({
      number: this.#styles.format(meaning, whole),
      other: this.#styles.format(otherMeaning, other),
      wrapped: () => this.#styles.format(otherMeaning, { ...other, wrap: true }),
    });
  }
}

/** A cell shows one note. */
function joinNotes(...notes: (string | null | undefined)[]): string | null {
  return notes.filter(Boolean).join('\n\n') || null;
}
