import { columnLetters } from '../core/column-letters.js';
import type { ColumnType } from '../core/column-types.js';
import { Style, worksheetStart } from './xlsx-parts.js';
import { escapeCellText } from './xml-text.js';

export interface XlsxColumn {
  name: string;
  type: ColumnType;
}

/** Dates and times are given as serials; a number of a date column that is not a serial comes as text. */
export type XlsxCell = string | number | boolean | null;

/** Some rows of a sheet, column by column. */
export interface XlsxBatch {
  rowCount: number;
  columns: readonly (readonly XlsxCell[])[];
}

const WIDEST = 60;

const styleOfType: Partial<Record<ColumnType, number>> = {
  DATE: Style.date,
  TIMESTAMP: Style.timestamp,
  TIMESTAMPTZ: Style.timestamp,
  TIME: Style.time,
};

/** Writes the XML of one worksheet, with the headings frozen above the rows. */
export class SheetXml {
  readonly #columns: { letters: string; style: string; name: string; type: ColumnType }[];
  #rows = 1;

  constructor(columns: readonly XlsxColumn[]) {
    this.#columns = columns.map(({ name, type }, index) => {
      const style = styleOfType[type] ?? Style.plain;
      return { letters: columnLetters(index), style: style ? ` s="${style}"` : '', name, type };
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
      xml += `<row r="${number}">`;
      this.#columns.forEach(({ letters, style }, index) => {
        xml += cell(letters + number, style, batch.columns[index]?.[row] ?? null);
      });
      xml += '</row>';
    }
    return xml;
  }

  end(): string {
    const last = this.#columns.at(-1)?.letters;
    const filter = last ? `<autoFilter ref="A1:${last}${this.#rows}"/>` : '';
    return `</sheetData>${filter}</worksheet>`;
  }
}

function cell(ref: string, style: string, value: XlsxCell): string {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? `<c r="${ref}"${style}><v>${value}</v></c>` : '';
    case 'boolean':
      return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string':
      return textCell(ref, '', value);
    default:
      return '';
  }
}

function textCell(ref: string, style: string, text: string): string {
  return `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`;
}

function width(name: string, type: ColumnType, sample: readonly XlsxCell[]): number {
  const dated = { DATE: 10, TIME: 8, TIMESTAMP: 19, TIMESTAMPTZ: 19 }[type as string];
  const longest =
    dated ?? sample.reduce((most: number, value) => Math.max(most, String(value ?? '').length), 0);
  // Room for the filter button beside the heading.
  return Math.min(WIDEST, Math.max(8, name.length + 3, longest + 2));
}
