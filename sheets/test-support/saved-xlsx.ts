import { columnLetters } from '../src/core/column-letters.js';
import { CellKind, type CellRange, type Sheet } from '../src/grid/grid.js';
import { ColumnReader } from '../src/spreadsheet/read-cell.js';
import { cellText, escapeXml } from '../src/xlsx/write/xml-text.js';
import { ZipWriter } from '../src/zip/zip-writer.js';
import { SavedStyles } from './saved-styles.js';
import { SharedTextTable, textXml } from './shared-text-table.js';
import { relationships } from './xlsx-parts.js';

/**
 * Who saves a file. Excel and LibreOffice share texts; scripts write them into the cells, and leave out addresses
 * that follow from the order of rows and cells.
 */
export const programs = ['Excel', 'LibreOffice', 'script'] as const;
type Program = (typeof programs)[number];

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a sheet as a program saves it: the same cells, looks, formulas and merged ranges in that program's form. */
export async function saveXlsx(sheet: Sheet, path: string, program: Program): Promise<void> {
  const texts = new SharedTextTable();
  const styles = new SavedStyles(sheet.styles);
  const sheetXml = new SavedSheet(sheet, styles, texts, program).xml();
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships([{ id: 'rId1', kind: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${
      sheet.dateSystem === '1904' ? ' date1904="1"' : ''
    } defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="12225"/></bookViews><sheets><sheet name="${escapeXml(sheet.name)}" sheetId="3" r:id="rId7"/></sheets><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      { id: 'rId7', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId8', kind: 'styles', target: 'styles.xml' },
      { id: 'rId9', kind: 'sharedStrings', target: 'sharedStrings.xml' },
    ]),
    'xl/worksheets/sheet1.xml': sheetXml,
    'xl/styles.xml': styles.xml(),
    'xl/sharedStrings.xml': declaration + texts.xml(),
  };
  const zip = await ZipWriter.create(path);
  for (const [name, content] of Object.entries(parts)) await zip.add(name, content);
  await zip.close();
}

class SavedSheet {
  readonly #sheet: Sheet;
  readonly #styles: SavedStyles;
  readonly #texts: SharedTextTable;
  readonly #program: Program;
  readonly #readers: ColumnReader[];

  constructor(sheet: Sheet, styles: SavedStyles, texts: SharedTextTable, program: Program) {
    this.#sheet = sheet;
    this.#styles = styles;
    this.#texts = texts;
    this.#program = program;
    this.#readers = sheet.columns.map((column) => new ColumnReader(sheet, column));
  }

  xml(): string {
    const { columns, rowCount, merges, hiddenColumns } = this.#sheet;
    const rows = Array.from({ length: this.#lastRow() }, (_, row) => this.#row(row));
    const hidden = [...hiddenColumns].sort((a, b) => a - b);
    const cols = hidden.map(
      (at) => `<col min="${at + 1}" max="${at + 1}" width="9.1" hidden="1" customWidth="1"/>`,
    );
    const used = `A1:${columnLetters(Math.max(0, columns.length - 1))}${Math.max(1, rowCount)}`;
    const merged = merges.map((range) => `<mergeCell ref="${addressOf(range)}"/>`);
    return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:mc="${compatibility}" mc:Ignorable="x14ac xr" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}"><dimension ref="${used}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="B2" sqref="B2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>${
      cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''
    }<sheetData>${rows.join('')}</sheetData>${
      merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>` : ''
    }<phoneticPr fontId="1"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
  }

  /** Rows that only have a look count too. */
  #lastRow(): number {
    const ends = this.#sheet.columns.map((column) => (column ? column.firstRow + column.kinds.length : 0));
    return ends.reduce((last, end) => Math.max(last, end), 0);
  }

  #row(row: number): string {
    const isScript = this.#program === 'script';
    const cells = this.#readers.map((_, column) => this.#cell(row, column));
    if (isScript) while (cells.at(-1) === '') cells.pop();
    const filled = isScript ? cells.map((cell) => cell || '<c/>') : cells.filter(Boolean);
    const hidden = this.#sheet.hiddenRows.has(row) ? ' hidden="1"' : '';
    if (isScript) return `<row${hidden}>${filled.join('')}</row>`;
    if (filled.length === 0 && !hidden) return '';
    // Someone once formatted a cell to the right of all others.
    const beyond = `<c r="${columnLetters(this.#readers.length)}${row + 1}" s="${this.#styles.cleared}"/>`;
    return `<row r="${row + 1}" spans="1:${this.#readers.length + 1}"${hidden} x14ac:dyDescent="0.25">${filled.join('')}${beyond}</row>`;
  }

  #cell(row: number, column: number): string {
    const cells = this.#readers[column] as ColumnReader;
    const formula = cells.column?.formulas.get(row);
    const style = cells.style(row);
    const kind = cells.kind(row);
    const address = this.#program === 'script' ? '' : ` r="${columnLetters(column)}${row + 1}"`;
    const start = `<c${address}${style > 0 ? ` s="${style}"` : ''}`;
    const f = formula === undefined ? '' : `<f${this.#calculated()}>${cellText(formula)}</f>`;
    switch (kind) {
      case CellKind.empty:
        return f || style > 0 ? `${start}>${f}</c>` : '';
      case CellKind.text:
        return f
          ? `${start} t="str">${f}<v>${cellText(cells.text(row))}</v></c>`
          : `${start}${this.#text(cells.text(row))}</c>`;
      case CellKind.boolean:
        return `${start} t="b">${f}<v>${cells.number(row)}</v></c>`;
      case CellKind.error:
        return `${start} t="e">${f}<v>${cellText(cells.text(row))}</v></c>`;
      default:
        return `${start}${this.#program === 'LibreOffice' ? ' t="n"' : ''}>${f}<v>${cells.number(row)}</v></c>`;
    }
  }

  #text(text: string): string {
    if (this.#program === 'script') return ` t="inlineStr"><is>${textXml(text)}</is>`;
    return ` t="s"><v>${this.#texts.indexOf(text)}</v>`;
  }

  #calculated(): string {
    return this.#program === 'LibreOffice' ? ' aca="false"' : '';
  }
}

function addressOf({ top, left, bottom, right }: CellRange): string {
  return `${columnLetters(left)}${top + 1}:${columnLetters(right)}${bottom + 1}`;
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/></Types>`;
