import { createRequire } from 'node:module';
import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of SheetJS: `z` is the number format, `w` the shown text. */
interface Cell {
  t: 'n' | 's' | 'b' | 'd' | 'e';
  v: unknown;
  f?: string;
  z?: string;
  w?: string;
}
type Sheet = Record<string, Cell> & { '!ref'?: string };

const XLSX = createRequire(import.meta.url)('@e965/xlsx') as {
  utils: {
    aoa_to_sheet(rows: unknown[][]): Sheet;
    book_new(): object;
    book_append_sheet(book: object, sheet: Sheet, name: string): void;
  };
  write(book: object, options: { type: 'buffer'; bookType: string; bookSST: boolean }): Buffer;
  read(bytes: Uint8Array, options: object): { SheetNames: string[]; Sheets: Record<string, Sheet> };
};

/**
 * A spreadsheet file with the given rows on each sheet; a cell is a value, or `formatted` with a number
 * format.
 */
export function book(bookType: string, sheets: Record<string, unknown[][]>): Buffer {
  const made = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name);
  return XLSX.write(made, { type: 'buffer', bookType, bookSST: true });
}

export const formatted = (value: number, format: string): Cell => ({ t: 'n', v: value, z: format });

export function openBook(bytes: Uint8Array) {
  return XLSX.read(bytes, { cellNF: true, cellDates: false, cellStyles: true });
}

interface ZipEntry {
  name: string;
  content: Buffer | string;
}

/** A zip archive of deflated entries. */
export function zip(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name: entryName, content: given } of entries) {
    const content = Buffer.from(given);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entryName);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(crc32(content), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(content.length, 22);
    header.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    header.copy(central, 6, 4, 30);
    central.writeUInt32LE(offset, 42);
    files.push(header, name, packed);
    directory.push(central, name);
    offset += header.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** An xlsx file around the XML of one sheet, for content that no library would write. */
export function xlsxAround(sheetXml: string, { sheet = 'Data', prolog = '', styles = '' } = {}): Buffer {
  return zip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/>${styles && `<Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>`}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${styles && `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/>`}</Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?>${prolog}<worksheet xmlns="${main}">${sheetXml}</worksheet>`,
    },
    ...(styles
      ? [{ name: 'xl/styles.xml', content: `<styleSheet xmlns="${main}">${styles}</styleSheet>` }]
      : []),
  ]);
}

export const inlineCell = (ref: string, text: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Lines of a csv file, created by a function of the row's number. */
export function csvOf(header: string, rows: number, line: (row: number) => string): string {
  return `${header}\n${Array.from({ length: rows }, (_, row) => line(row)).join('\n')}\n`;
}

/** An ods file with a sheet under each name, however odd, each with a column `a` with the value 1. */
export function odsWithSheets(names: string[]): Buffer {
  const ns = 'urn:oasis:names:tc:opendocument:xmlns';
  const namespaces = ['office', 'table', 'text', 'style'].map((name) => `xmlns:${name}="${ns}:${name}:1.0"`);
  const document = (kind: string, content: string) => ({
    name: `${kind}.xml`,
    content: `<?xml version="1.0" encoding="UTF-8"?><office:document-${kind} ${namespaces.join(' ')}>${content}</office:document-${kind}>`,
  });
  const cell = (type: string, text: string) =>
    `<table:table-row><table:table-cell ${type}><text:p>${text}</text:p></table:table-cell></table:table-row>`;
  const tables = names.map(
    (name) =>
      `<table:table table:name="${escaped(name)}">${cell('office:value-type="string"', 'a')}${cell('office:value-type="float" office:value="1"', '1')}</table:table>`,
  );
  return zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'META-INF/manifest.xml',
      content: `<manifest:manifest xmlns:manifest="${ns}:manifest:1.0"/>`,
    },
    document('styles', '<office:styles/>'),
    document(
      'content',
      `<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body>`,
    ),
  ]);
}
