import { columnLetters } from '../../core/column-letters.js';
import { gridLimits } from '../../grid/grid-limits.js';
import type { CellLook } from './cell-look.js';
import { type CellMarkup, cellMarkup } from './cell-markup.js';
import { CellWriter, cellStart } from './cell-writer.js';
import type { PlacedDrawing } from './drawings.js';
import type { SheetNote } from './notes.js';
import { MAIN, OFFICE, XML } from './package-parts.js';
import { PageFlow, rowBreaks } from './page-flow.js';
import { FIT_TO_PAGE, printSetup } from './print-setup.js';
import type { ReportTable, ReportTotal, XlsxReport } from './report-content.js';
import {
  fixedRows,
  heightTogether,
  type LaidOutTable,
  type LayoutItem,
  layOutReport,
  type ReportLayout,
} from './report-layout.js';
import { reportLooks } from './report-looks.js';
import { RowHeights } from './row-heights.js';
import { RowSource } from './row-source.js';
import { type StyleSheet, usualCode } from './style-sheet.js';
import { TableRows } from './table-rows.js';
import type { NumberMeaning, XlsxColumn } from './workbook-content.js';
import { CHUNK_BYTES, XmlBytes } from './xml-bytes.js';

const FIRST_CELL = cellStart(0);
/** A gap and the rows behind a drawing have this height in points whatever font a program uses. */
const ROW_POINTS = 15;
/** About what one page holds. */
const ROWS_OF_A_PAGE = 40;

/** The XML of a worksheet with several tables, texts and drawings below each other. */
export class ReportWorksheet {
  /** These are complete once the sheet is written. */
  readonly notes: SheetNote[] = [];
  readonly drawings: PlacedDrawing[] = [];
  /** Where each table is. */
  readonly places = new Map<ReportTable, { headingRow: number; lastRow: number }>();
  /** The row, counted from 1, that is printed again on each page. */
  repeatedRow: number | undefined;
  readonly #report: XlsxReport;
  readonly #styles: StyleSheet;
  readonly #xml = new XmlBytes(2 * CHUNK_BYTES);
  readonly #cells = new CellWriter(this.#xml, (height = ROW_POINTS) => this.#flow?.addRow(height));
  #flow: PageFlow | undefined;
  readonly #merged: string[] = [];
  #longestTable = 0;

  constructor(report: XlsxReport, styles: StyleSheet) {
    this.#report = report;
    this.#styles = styles;
  }

  get lastRow(): number {
    return this.#cells.row;
  }

  get formulas(): number {
    return this.#cells.formulas;
  }

  get truncatedCells(): number {
    return this.#cells.truncatedCells;
  }

  /** The relationships of the sheet, numbered from `rId1`. */
  get relations(): ('drawing' | 'noteShapes' | 'comments')[] {
    return [
      ...(this.drawings.length > 0 ? (['drawing'] as const) : []),
      ...(this.notes.length > 0 ? (['noteShapes', 'comments'] as const) : []),
    ];
  }

  /** Each chunk stays valid until the next but one is requested. */
  async *chunks(): AsyncGenerator<Buffer> {
    const layout = await layOutReport(
      this.#report,
      (table) => new TableRows(table, this.#styles, this.#cells, new RowHeights()),
    );
    this.#flow = new PageFlow(layout);
    this.#begin(layout);
    let rowsBelow = layout.items.reduce((sum, item) => sum + fixedRows(item), 0);
    for (const [i, item] of layout.items.entries()) {
      rowsBelow -= fixedRows(item);
      this.#flow.keepTogether(heightTogether(layout.items, i), this.lastRow);
      if (item.kind === 'table') {
        const isLast = !layout.items.slice(i + 1).some(({ kind }) => kind === 'table');
        yield* this.#writeTable(item.table, rowsBelow, isLast);
      } else this.#writeItem(item, layout);
    }
    this.#end(layout);
    yield this.#xml.take();
  }

  #begin({ widths, frozenRows }: ReportLayout): void {
    const pane = `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
    this.#xml.xml(`${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${FIT_TO_PAGE}\
<sheetViews><sheetView showGridLines="0" workbookViewId="0">${frozenRows > 0 ? pane : ''}</sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="${ROW_POINTS}"/>`);
    const columns = widths.map(
      (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
    );
    if (columns.length > 0) this.#xml.xml(`<cols>${columns.join('')}</cols>`);
    this.#xml.xml('<sheetData>');
  }

  #writeItem(item: Exclude<LayoutItem, { kind: 'table' }>, { textColumns }: ReportLayout): void {
    if (item.kind === 'line') {
      this.#writeLine(item.text, item.look, item.height);
      const { row } = this.#cells;
      if (item.isMerged) this.#merged.push(`A${row}:${columnLetters(textColumns - 1)}${row}`);
      return;
    }
    if (item.kind === 'drawing') this.drawings.push({ ...item.drawing, row: this.lastRow });
    for (let i = 0; i < item.rows; i++) {
      this.#cells.beginRow(ROW_POINTS);
      this.#cells.endRow();
    }
  }

  #writeLine(text: string, look: CellLook, height?: number): void {
    this.#cells.beginRow(height);
    if (text !== '') this.#cells.cell(FIRST_CELL, this.#markup('number', look), text);
    this.#cells.endRow();
  }

  /** `rowsBelow` are left for what follows the table. */
  async *#writeTable(
    { table, rows, headingHeight }: LaidOutTable,
    rowsBelow: number,
    isLast: boolean,
  ): AsyncGenerator<Buffer> {
    if (table.showHeadings) rows.writeHeadings((column) => this.#headingMarkup(column), headingHeight);
    const headingRow = this.lastRow;
    const source = new RowSource(table.batches);
    const lastRow = gridLimits.rows - rowsBelow - table.totals.length - 1;
    const isFull = () => this.#xml.length >= CHUNK_BYTES;
    let batch = await source.peek();
    for (; batch && this.lastRow < lastRow; batch = await source.peek()) {
      const to = Math.min(batch.rowCount, source.next + lastRow - this.lastRow);
      source.next = rows.write(batch, source.next, to, isFull);
      if (isFull()) yield this.#xml.take();
    }
    await source.close();
    const count = this.lastRow - headingRow;
    this.places.set(table, { headingRow, lastRow: this.lastRow });
    const { words } = this.#report;
    if (batch) this.#writeLine(words.firstRows(count, table.rowCount), reportLooks.remark);
    else if (count === 0) this.#writeLine(words.noRows, reportLooks.remark);
    else this.#writeTotals(table, rows, headingRow + 1);
    for (const note of rows.notes) this.notes.push(note);
    if (table.showHeadings && count > this.#longestTable) {
      this.#longestTable = count;
      // Above the pages of another table it would be misleading; a table of many pages needs it all the same.
      this.repeatedRow = isLast || count > ROWS_OF_A_PAGE ? headingRow : undefined;
    }
  }

  #writeTotals(table: ReportTable, rows: TableRows, firstRow: number): void {
    const lastRow = this.lastRow;
    for (const { label, cells } of table.totals) {
      this.#cells.beginRow();
      for (const [i, column] of table.columns.entries()) {
        const start = cellStart(i);
        const total = cells.get(i);
        const markup = this.#totalMarkup(column, total, rows.numberFormatOf(i), i === 0 ? label : '');
        const formula = total && formulaOf(total, rows.hasTexts(i));
        const letters = columnLetters(i);
        if (total && formula) {
          const range = `${letters}${firstRow}:${letters}${lastRow}`;
          this.#cells.formula(start, markup, `${formula}(${range})`, total.value);
        } else this.#cells.cell(start, markup, total?.value ?? (i === 0 ? label : null));
      }
      this.#cells.endRow();
    }
  }

  /** The label stands in the first column: if that has a total itself, in front of it, as a part of its format. */
  #totalMarkup(
    { meaning, look }: XlsxColumn,
    total: ReportTotal | undefined,
    columnFormat: string | undefined,
    label: string,
  ): CellMarkup {
    const ownFormat = total?.numberFormat ?? columnFormat;
    const isLabelled = total !== undefined && label !== '';
    const numberFormat = isLabelled ? `"${label} "${ownFormat ?? usualCode(meaning)}` : ownFormat;
    const align = total ? look?.align : 'left';
    return this.#markup(meaning, { ...reportLooks.totals, align, indent: 1, numberFormat });
  }

  #end({ landscape }: ReportLayout): void {
    this.#xml.xml('</sheetData>');
    const relation = (kind: 'drawing' | 'noteShapes') => `r:id="rId${this.relations.indexOf(kind) + 1}"`;
    if (this.#merged.length > 0) {
      const cells = this.#merged.map((range) => `<mergeCell ref="${range}"/>`);
      this.#xml.xml(`<mergeCells count="${cells.length}">${cells.join('')}</mergeCells>`);
    }
    const { title, asOf } = this.#report;
    this.#xml.xml(printSetup({ title, asOf, landscape }) + rowBreaks(this.#flow?.breaks ?? []));
    if (this.drawings.length > 0) this.#xml.xml(`<drawing ${relation('drawing')}/>`);
    if (this.notes.length > 0) this.#xml.xml(`<legacyDrawing ${relation('noteShapes')}/>`);
    this.#xml.xml('</worksheet>');
  }

  /** Above numbers on the right, as the numbers are. */
  #headingMarkup({ look }: XlsxColumn): CellMarkup {
    return this.#markup('number', { ...reportLooks.tableHeading, align: look?.align, indent: look?.indent });
  }

  #markup(meaning: NumberMeaning, look: CellLook): CellMarkup {
    const format = this.#styles.format(meaning, look);
    return cellMarkup({
      number: format,
      other: format,
      wrapped: () => this.#styles.format(meaning, { ...look, wrap: true }),
    });
  }
}

/** A spreadsheet's functions ignore texts, so where numbers are given as text the value stands alone. */
function formulaOf({ formula }: ReportTotal, hasTexts: boolean): string | null {
  if (!hasTexts) return formula;
  return formula === 'COUNT' || formula === 'COUNTA' ? 'COUNTA' : null;
}
