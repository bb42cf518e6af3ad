import { columnIndex, columnLetters } from '../src/core/column-letters.js';
import { cellText } from '../src/xlsx/write/xml-text.js';
import { unescapeCellText } from '../src/xlsx/xml/decode-text.js';
import { ZipArchive } from '../src/zip/zip-archive.js';
import { ZipWriter } from '../src/zip/zip-writer.js';
import { SharedTextTable, textXml } from './shared-text-table.js';
import { relationships } from './xlsx-parts.js';

type EditedValue = string | number | boolean | null | { error: string };

interface EditedCell {
  value: EditedValue;
  style: number;
  formula?: string | undefined;
}

export interface SaveOptions {
  /** Where texts go: Excel and openpyxl share them, other programs write them into the cells. */
  texts?: 'shared' | 'inline';
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A file that our writer made, edited and saved as spreadsheet programs do. */
export class EditedXlsx {
  readonly sheets: EditedSheet[] = [];
  #names: { name: string; formula: string }[] = [];
  #styles = '';

  static async open(path: string): Promise<EditedXlsx> {
    const archive = await ZipArchive.open(path);
    try {
      const part = async (name: string) => {
        const entry = archive.find(name);
        return entry ? (await archive.bytes(entry)).toString() : '';
      };
      const edited = new EditedXlsx();
      const workbook = await part('xl/workbook.xml');
      for (const [i, match] of [...workbook.matchAll(/<sheet name="([^"]*)"/g)].entries()) {
        const xml = await part(`xl/worksheets/sheet${i + 1}.xml`);
        edited.sheets.push(new EditedSheet(edited, decoded(match[1] ?? ''), xml));
      }
      for (const [, name = '', formula = ''] of workbook.matchAll(
        /<definedName name="([^"]*)"[^>]*>([^<]*)</g,
      ))
        edited.#names.push({ name, formula: decoded(formula) });
      edited.#styles = await part('xl/styles.xml');
      return edited;
    } finally {
      await archive.close();
    }
  }

  sheet(name?: string): EditedSheet {
    const found = name === undefined ? this.sheets[0] : this.sheets.find((one) => one.name === name);
    if (!found) throw new Error(`no sheet ${name}`);
    return found;
  }

  deleteSheet(name: string): void {
    this.sheets.splice(this.sheets.indexOf(this.sheet(name)), 1);
    this.moveNames(name, () => undefined, '#REF!');
  }

  /** What a save by a program that does not know hidden names leaves. */
  dropNames(): void {
    this.#names = [];
  }

  renameInNames(from: string, to: string): void {
    for (const one of this.#names) one.formula = one.formula.replace(`${quoted(from)}!`, `${quoted(to)}!`);
  }

  /** Lets names follow their cells; those of deleted cells point nowhere. */
  moveNames(
    sheet: string,
    moved: (place: { row: number; column: number }) => { row: number; column: number } | undefined,
    deletedSheet = quoted(sheet),
  ): void {
    for (const one of this.#names) {
      const match = /^(.*)!\$([A-Z]+)\$(\d+)$/.exec(one.formula);
      if (!match || match[1] !== quoted(sheet)) continue;
      const place = moved({ row: Number(match[3]) - 1, column: columnIndex(match[2] ?? '') });
      one.formula = place
        ? `${quoted(sheet)}!$${columnLetters(place.column)}$${place.row + 1}`
        : `${deletedSheet}!#REF!`;
    }
  }

  /** Texts shared or not, styles in another order, no part that a program may drop, no row or cell without content. */
  async save(path: string, { texts = 'shared' }: SaveOptions = {}): Promise<void> {
    const shared = new SharedTextTable();
    const { styles, styleOf } = reorderedStyles(this.#styles);
    const cellXml = (ref: string, { value, style, formula }: EditedCell) => {
      const start = `<c r="${ref}"${styleOf(style) ? ` s="${styleOf(style)}"` : ''}`;
      const f = formula === undefined ? '' : `<f>${cellText(formula)}</f>`;
      if (value === null) return f || style ? `${start}>${f}</c>` : '';
      if (typeof value === 'number') return `${start}>${f}<v>${value}</v></c>`;
      if (typeof value === 'boolean') return `${start} t="b">${f}<v>${value ? 1 : 0}</v></c>`;
      if (typeof value === 'object') return `${start} t="e">${f}<v>${value.error}</v></c>`;
      if (f) return `${start} t="str">${f}<v>${cellText(value)}</v></c>`;
      if (texts === 'inline') return `${start} t="inlineStr"><is>${textXml(value)}</is></c>`;
      return `${start} t="s"><v>${shared.indexOf(value)}</v></c>`;
    };
    const zip = await ZipWriter.create(path);
    for (const [i, sheet] of this.sheets.entries())
      await zip.add(`xl/worksheets/sheet${i + 1}.xml`, sheet.xml(cellXml));
    const listed = this.sheets.map(
      ({ name }, i) => `<sheet name="${cellText(name)}" sheetId="${i + 7}" r:id="rId${i + 3}"/>`,
    );
    const names = [...this.#names]
      .sort((one, other) => (one.name < other.name ? 1 : -1))
      .map(
        ({ name, formula }) => `<definedName name="${name}" hidden="1">${cellText(formula)}</definedName>`,
      );
    await zip.add(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr defaultThemeVersion="166925"/><bookViews/><sheets>${listed.join('')}</sheets>${
        names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
      }<calcPr calcId="191029"/></workbook>`,
    );
    await zip.add(
      'xl/_rels/workbook.xml.rels',
      relationships([
        { id: 'rId1', kind: 'styles', target: 'styles.xml' },
        { id: 'rId2', kind: 'sharedStrings', target: 'sharedStrings.xml' },
        ...this.sheets.map((_, i) => ({
          id: `rId${i + 3}`,
          kind: 'worksheet',
          target: `worksheets/sheet${i + 1}.xml`,
        })),
      ]),
    );
    await zip.add('xl/sharedStrings.xml', shared.xml());
    await zip.add('xl/styles.xml', styles);
    await zip.add(
      '_rels/.rels',
      relationships([{ id: 'rId1', kind: 'officeDocument', target: 'xl/workbook.xml' }]),
    );
    await zip.add('[Content_Types].xml', contentTypes(this.sheets.length));
    await zip.close();
  }
}

export class EditedSheet {
  /** By row and column, counted from 0. */
  readonly #rows: (EditedCell | undefined)[][] = [];
  readonly #book: EditedXlsx;
  #name: string;

  constructor(book: EditedXlsx, name: string, xml: string) {
    this.#book = book;
    this.#name = name;
    for (const [, letters = '', digits = '', attributes = '', content = ''] of xml.matchAll(
      /<c r="([A-Z]+)(\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const style = Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0);
      const row = Number(digits) - 1;
      this.#rows[row] ??= [];
      const written = /<f[^>]*>(.*?)<\/f>/s.exec(content)?.[1];
      const formula = written === undefined ? undefined : decoded(written);
      this.#rows[row][columnIndex(letters)] = { value: valueIn(attributes, content), style, formula };
    }
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#book.renameInNames(this.#name, name);
    this.#name = name;
  }

  /** Counted from 1, with the headings. */
  get rowCount(): number {
    return this.#rows.length;
  }

  get(address: string): EditedValue {
    const { row, column } = placeOf(address);
    return this.#rows[row]?.[column]?.value ?? null;
  }

  formula(address: string): string | undefined {
    const { row, column } = placeOf(address);
    return this.#rows[row]?.[column]?.formula;
  }

  /** A cell that is written to keeps its style. */
  set(address: string, value: EditedValue, formula?: string): void {
    const { row, column } = placeOf(address);
    for (let above = this.#rows.length; above <= row; above++) this.#rows[above] = [];
    const cells = this.#rows[row] as (EditedCell | undefined)[];
    cells[column] = { value, formula, style: cells[column]?.style ?? 0 };
  }

  /** The letters of the column with this heading, in whichever row. */
  column(heading: string): string {
    for (const row of this.#rows) {
      const index = row?.findIndex((cell) => cell?.value === heading) ?? -1;
      if (index >= 0) return columnLetters(index);
    }
    throw new Error(`no column ${heading}`);
  }

  /** Rows count from 1, as a sheet shows them. */
  insertRows(before: number, count = 1): void {
    this.#rows.splice(before - 1, 0, ...Array.from({ length: count }, () => []));
    this.#move(({ row, column }) => ({ row: row >= before - 1 ? row + count : row, column }));
  }

  deleteRow(row: number): void {
    this.#rows.splice(row - 1, 1);
    this.#move((place) => {
      if (place.row === row - 1) return undefined;
      return { ...place, row: place.row >= row ? place.row - 1 : place.row };
    });
  }

  /** Copies the values of a row to below the last one. */
  copyRow(row: number): number {
    this.#rows.push((this.#rows[row - 1] ?? []).map((cell) => cell && { ...cell }));
    return this.#rows.length;
  }

  sortRows(compare: (one: EditedValue[], other: EditedValue[]) => number): void {
    const values = (row: (EditedCell | undefined)[]) => Array.from(row, (cell) => cell?.value ?? null);
    const [headings = [], ...rows] = this.#rows;
    rows.sort((one, other) => compare(values(one), values(other)));
    this.#rows.splice(0, this.#rows.length, headings, ...rows);
  }

  /** Cuts a column and inserts it before another; names follow, unless a script does it. */
  moveColumn(from: string, to: string, { withNames = true } = {}): void {
    const [source, target] = [columnIndex(from), columnIndex(to)];
    const width = Math.max(...this.#rows.map((row) => row?.length ?? 0), source + 1, target);
    const order = Array.from({ length: width }, (_, i) => i).filter((i) => i !== source);
    order.splice(order.indexOf(target) < 0 ? order.length : order.indexOf(target), 0, source);
    this.#reorder(order, withNames);
  }

  insertColumn(before: string, { withNames = true } = {}): void {
    const at = columnIndex(before);
    const width = Math.max(...this.#rows.map((row) => row?.length ?? 0));
    const order: (number | undefined)[] = Array.from({ length: width }, (_, i) => i);
    order.splice(at, 0, undefined);
    this.#reorder(order, withNames);
  }

  deleteColumn(letters: string): void {
    const width = Math.max(...this.#rows.map((row) => row?.length ?? 0));
    this.#reorder(
      Array.from({ length: width }, (_, i) => i).filter((i) => i !== columnIndex(letters)),
      true,
    );
  }

  xml(cellXml: (ref: string, cell: EditedCell) => string): string {
    const rows = Array.from(this.#rows, (row, i) => {
      const cells = Array.from(row ?? [], (cell, column) =>
        cell ? cellXml(`${columnLetters(column)}${i + 1}`, cell) : '',
      );
      return cells.some((xml) => xml) ? `<row r="${i + 1}" spans="1:9">${cells.join('')}</row>` : '';
    });
    return `<worksheet xmlns="${main}"><dimension ref="A1:XFD${this.#rows.length}"/><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }

  /** @param order For each new column, its index before; undefined for an empty one. */
  #reorder(order: readonly (number | undefined)[], withNames: boolean): void {
    for (const [i, row] of this.#rows.entries())
      this.#rows[i] = order.map((from) => (from === undefined ? undefined : row?.[from]));
    if (!withNames) return;
    this.#move(({ row, column }) => {
      const to = order.indexOf(column);
      return to < 0 ? undefined : { row, column: to };
    });
  }

  #move(moved: Parameters<EditedXlsx['moveNames']>[1]): void {
    this.#book.moveNames(this.#name, moved);
  }
}

function placeOf(address: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  return { row: Number(digits) - 1, column: columnIndex(letters) };
}

function valueIn(attributes: string, content: string): EditedValue {
  const text = decoded(/<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? '');
  switch (/ t="(\w+)"/.exec(attributes)?.[1]) {
    case 'inlineStr':
    case 'str':
      return unescapeCellText(text);
    case 'b':
      return text === '1';
    case 'e':
      return { error: text };
    default:
      return text === '' ? null : Number(text);
  }
}

function decoded(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function quoted(sheet: string): string {
  return `'${sheet.replaceAll("'", "''")}'`;
}

/** The same cell formats in reverse, after the default one. */
function reorderedStyles(xml: string): { styles: string; styleOf: (index: number) => number } {
  const [, start = '', formats = '', end = ''] = /^(.*<cellXfs[^>]*>)(.*?)(<\/cellXfs>.*)$/s.exec(xml) ?? [];
  const [first = '', ...rest] = formats.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs) ?? [];
  return {
    styles: `${start}${first}${rest.reverse().join('')}${end}`,
    styleOf: (index) => (index === 0 ? 0 : rest.length + 1 - index),
  };
}

function contentTypes(sheets: number): string {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const parts = Array.from(
    { length: sheets },
    (_, i) =>
      `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`,
  );
  return `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/>${parts.join('')}</Types>`;
}
