import { type CellStyle, mergeStyles } from '../core/cell-style.js';
import { columnLetters } from '../core/column-letters.js';
import type { ColumnType } from '../core/column-types.js';
import { type AnnotatedRow, type SheetAnnotation, SheetAnnotations } from './xlsx-annotations.js';
import type { SheetNote } from './xlsx-notes.js';
import { worksheetStart } from './xlsx-parts.js';
import { Style, type StyleSheet } from './xlsx-styles.js';
import { escapeCellText } from './xml-text.js';

export interface XlsxColumn {
  name: string;
  type: ColumnType;
}

/** Dates and times are given as serials; a number of a date column that is not a serial comes as text. */
export type XlsxCell = string | number | boolean | null | { error: string };

/** Some rows of a sheet, column by column. */
export interface XlsxBatch {
  rowCount: number;
  columns: readonly (readonly XlsxCell[])[];
  /** Of sheets whose rows have annotations. */
  rowIds?: readonly number[];
}

const WIDEST = 60;

/** How the cells of a column name their format: numbers one way, everything else (also nothing) another. */
interface CellFormat {
  number: string;
  other: string;
}

/** Writes the XML of one worksheet, with the headings frozen above the rows. */
export class SheetXml {
  /** Those of the rows written so far, and of the headings. */
  readonly notes: SheetNote[] = [];
  readonly #columns: { letters: string; format: CellFormat; name: string; type: ColumnType }[];
  readonly #styles: StyleSheet;
  readonly #annotations: SheetAnnotations;
  #rows = 1;

  constructor(
    columns: readonly XlsxColumn[],
    styles: StyleSheet,
    annotations: readonly SheetAnnotation[] = [],
  ) {
    this.#styles = styles;
    this.#annotations = new SheetAnnotations(annotations);
    this.#columns = columns.map(({ name, type }, index) => {
      const annotation = this.#annotations.columns.get(index);
      return { letters: columnLetters(index), format: this.#format(type, annotation?.style), name, type };
    });
  }

  /** Everything before the data; the first rows tell how wide the columns are. */
  start(first: XlsxBatch | undefined): string {
    const widths = this.#columns.map(({ name, type }, index) =>
      width(name, type, first?.columns[index] ?? []),
    );
    const cols = widths.map(
      (chars, i) => `<col min="${i + 1}" max="${i + 1}" width="${chars}" customWidth="1"/>`,
    );
    for (const [column, { note }] of this.#annotations.columns) this.#note(0, column, note);
    const headings = this.#columns.map(({ letters, name }) =>
      textCell(`${letters}1`, ` s="${Style.heading}"`, name),
    );
    return `${worksheetStart}<sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData><row r="1">${headings.join('')}</row>`;
  }

  rows(batch: XlsxBatch, from: number, to: number): string {
    let xml = '';
    for (let row = from; row < to; row++) {
      const number = ++this.#rows;
      const annotated = this.#annotations.row(batch.rowIds?.[row]);
      xml += `<row r="${number}">`;
      this.#columns.forEach(({ letters, format }, index) => {
        const shown = annotated ? this.#formatIn(annotated, index) : format;
        xml += cell(letters + number, shown, batch.columns[index]?.[row] ?? null);
      });
      xml += '</row>';
      if (annotated) this.#noteRow(number - 1, annotated);
    }
    return xml;
  }

  end(): string {
    const last = this.#columns.at(-1)?.letters;
    const filter = last ? `<autoFilter ref="A1:${last}${this.#rows}"/>` : '';
    const notes = this.notes.length > 0 ? '<legacyDrawing r:id="rId1"/>' : '';
    return `</sheetData>${filter}${notes}</worksheet>`;
  }

  #format(type: ColumnType, style: CellStyle = {}): CellFormat {
    if (Object.keys(style).length === 0)
      return { number: formatAttribute(this.#styles.ofType(type)), other: '' };
    const attribute = formatAttribute(this.#styles.styled(type, style));
    return { number: attribute, other: attribute };
  }

  /** What is said of the cell holds before what is said of its row, and that before its column. */
  #formatIn(row: AnnotatedRow, index: number): CellFormat {
    const column = this.#annotations.columns.get(index)?.style;
    const style = mergeStyles(column, row.whole?.style, row.cells.get(index)?.style);
    return this.#format(this.#columns[index]?.type ?? 'VARCHAR', style);
  }

  /** A cell shows one note, so that of a whole row stands above that of its first cell. */
  #noteRow(row: number, { whole, cells }: AnnotatedRow): void {
    const first = [whole?.note, cells.get(0)?.note].filter(Boolean).join('\n\n');
    this.#note(row, 0, first || null);
    for (const [column, { note }] of cells) if (column > 0) this.#note(row, column, note);
  }

  #note(row: number, column: number, text: string | null): void {
    if (text !== null && column < this.#columns.length) this.notes.push({ row, column, text });
  }
}

function formatAttribute(format: number): string {
  return format === Style.plain ? '' : ` s="${format}"`;
}

function cell(ref: string, format: CellFormat, value: XlsxCell): string {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
        ? `<c r="${ref}"${format.number}><v>${value}</v></c>`
        : emptyCell(ref, format.other);
    case 'boolean':
      return `<c r="${ref}"${format.other} t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string':
      return textCell(ref, format.other, value);
    default:
      return value
        ? `<c r="${ref}"${format.other} t="e"><v>${escapeCellText(value.error)}</v></c>`
        : emptyCell(ref, format.other);
  }
}

/** An empty cell is there only to carry a style. */
function emptyCell(ref: string, style: string): string {
  return style === '' ? '' : `<c r="${ref}"${style}/>`;
}

function textCell(ref: string, style: string, text: string): string {
  return `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`;
}

function width(name: string, type: ColumnType, sample: readonly XlsxCell[]): number {
  const dated = { DATE: 10, TIME: 8, TIMESTAMP: 19, TIMESTAMPTZ: 19 }[type as string];
  const longest =
    dated ??
    sample.reduce(
      (most: number, value) => Math.max(most, typeof value === 'object' ? 0 : String(value).length),
      0,
    );
  // Room for the filter button beside the heading.
  return Math.min(WIDEST, Math.max(8, name.length + 3, longest + 2));
}
