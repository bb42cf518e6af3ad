import { gridLimits } from '../../grid/grid-limits.js';
import { cellMarkup } from './cell-markup.js';
import { CellWriter } from './cell-writer.js';
import { columnWidth } from './column-widths.js';
import type { SheetNote } from './notes.js';
import { MAIN, OFFICE, XML } from './package-parts.js';
import type { RowSource } from './row-source.js';
import { Format, type StyleSheet } from './style-sheet.js';
import { areTableHeadings, rangeOfSheet } from './table-part.js';
import { TableRows } from './table-rows.js';
import type { XlsxBatch, XlsxColumn, XlsxTable } from './workbook-content.js';
import { CHUNK_BYTES, XmlBytes } from './xml-bytes.js';

/** The XML of a worksheet that is one table, with the headings frozen above the rows. */
export class Worksheet {
  /** Complete once the sheet is written. */
  notes: readonly SheetNote[] = [];
  readonly headings: readonly string[];
  readonly #columns: readonly XlsxColumn[];
  readonly #styles: StyleSheet;
  readonly #xml = new XmlBytes(2 * CHUNK_BYTES);
  readonly #cells = new CellWriter(this.#xml);
  readonly #rows: TableRows;

  constructor(table: XlsxTable, styles: StyleSheet) {
    this.#columns = table.columns;
    this.#styles = styles;
    this.headings = table.columns.map(({ name }) => name);
    this.#rows = new TableRows(table, styles, this.#cells);
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
  get relations(): ('noteShapes' | 'comments' | 'table')[] {
    return [
      ...(this.notes.length > 0 ? (['noteShapes', 'comments'] as const) : []),
      ...(this.isTable ? (['table'] as const) : []),
    ];
  }

  /**
   * Writes rows until there are none left or the sheet is full. Each chunk stays valid until the next but one
   * is requested.
   */
  async *chunks(rows: RowSource): AsyncGenerator<Buffer> {
    this.#begin(await rows.peek());
    const isFull = () => this.#xml.length >= CHUNK_BYTES;
    for (;;) {
      const batch = this.lastRow < gridLimits.rows ? await rows.peek() : undefined;
      if (!batch) break;
      const to = Math.min(batch.rowCount, rows.next + gridLimits.rows - this.lastRow);
      rows.next = this.#rows.write(batch, rows.next, to, isFull);
      if (isFull()) yield this.#xml.take();
    }
    this.#end();
    yield this.#xml.take();
  }

  /** Everything before the data; the first rows determine the column widths. */
  #begin(first: XlsxBatch | undefined): void {
    this.#xml.xml(`${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`);
    const widths = this.#columns.map((column, i) => {
      const width = columnWidth(column, first?.columns[i], this.#rows.displayOf(i));
      return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`;
    });
    if (widths.length > 0) this.#xml.xml(`<cols>${widths.join('')}</cols>`);
    this.#xml.xml('<sheetData>');
    const heading = cellMarkup({
      number: Format.heading,
      other: Format.heading,
      wrapped: () => this.#styles.wrappedHeading(),
    });
    this.#rows.writeHeadings(() => heading);
  }

  #end(): void {
    this.#xml.xml('</sheetData>');
    this.notes = this.#rows.notes;
    const relation = (kind: 'noteShapes' | 'table') => `r:id="rId${this.relations.indexOf(kind) + 1}"`;
    if (this.#columns.length > 0 && !this.isTable) {
      this.#xml.xml(`<autoFilter ref="${rangeOfSheet(this.#columns.length, this.lastRow)}"/>`);
    }
    if (this.notes.length > 0) this.#xml.xml(`<legacyDrawing ${relation('noteShapes')}/>`);
    if (this.isTable) this.#xml.xml(`<tableParts count="1"><tablePart ${relation('table')}/></tableParts>`);
    this.#xml.xml('</worksheet>');
  }
}
