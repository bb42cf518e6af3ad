import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import officeCrypto from 'officecrypto-tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sheet } from '../grid/grid.js';
import { ColumnReader } from './read-cell.js';
import { readWorkbook } from './read-workbook.js';

const XLSX = createRequire(import.meta.url)('@e965/xlsx') as {
  utils: {
    aoa_to_sheet(rows: unknown[][]): Record<string, unknown>;
    book_new(): object;
    book_append_sheet(book: object, sheet: object, name: string): void;
  };
  write(book: object, options: { type: 'buffer'; bookType: string }): Buffer;
};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-workbook-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(bytes: Buffer | string, filename = 'book.xlsx') {
  const path = join(directory, 'upload');
  await writeFile(path, bytes);
  return readWorkbook(path, filename);
}

function rows(sheet: Sheet | undefined): (string | null)[][] {
  if (!sheet) return [];
  const readers = sheet.columns.map((column) => new ColumnReader(sheet, column));
  return Array.from({ length: sheet.rowCount }, (_, row) => readers.map((cells) => cells.rendered(row)));
}

interface Entry {
  name: string;
  content: Buffer | string;
  crc?: number;
  declaredSize?: number;
  flags?: number;
  /** Points the directory at the bytes of another entry. */
  at?: number;
}

/** A zip archive with false sizes and offsets where given. */
function zip(entries: Entry[]): Buffer {
  const files: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(entry.flags ?? 0, 6);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(entry.crc ?? crc32(content), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(entry.declaredSize ?? content.length, 22);
    header.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    header.copy(central, 6, 4, 30);
    central.writeUInt32LE(entry.at ?? offset, 42);
    files.push(header, name, packed);
    directoryEntries.push(central, name);
    offset += header.length + name.length + packed.length;
  }
  const central = Buffer.concat(directoryEntries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

const sheetPart = 'xl/worksheets/sheet1.xml';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function xlsx(sheetXml: string, more: Entry[] = [], prolog = ''): Entry[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?>${prolog}<worksheet xmlns="${main}">${sheetXml}</worksheet>`,
    },
    ...more,
  ];
}

const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
const twoCells = `<sheetData><row r="1">${cell('A1', 'name')}</row><row r="2">${cell('A2', 'Ann')}</row></sheetData>`;

function book(bookType: string): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['name', 'born', 'paid', 'share'],
    ['Ann', new Date(Date.UTC(1990, 0, 31)), true, 0.5],
    ['Bo', null, false, 12],
  ]);
  sheet.B2 = { t: 'n', v: 32904, z: 'm/d/yy' };
  sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }];
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, sheet, 'Präsens');
  return XLSX.write(workbook, { type: 'buffer', bookType });
}

describe('the formats', () => {
  it.each(['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'])('%s gives the same grid', async (format) => {
    const file = await read(book(format), `book.${format}`);
    expect(file.format).toBe(format);
    expect(file.sheets.map(({ name }) => name)).toEqual(['Präsens']);
    expect(rows(file.sheets[0])).toEqual([
      ['name', 'born', 'paid', 'share'],
      ['Ann', '1990-01-31', 'true', '0.5'],
      ['Bo', null, 'false', '12'],
    ]);
    expect(file.sheets[0]?.merges).toEqual([{ top: 2, left: 0, bottom: 2, right: 1 }]);
  });

  it.each([
    ['an xls named csv', () => book('xls'), 'book.csv', 'xls'],
    ['an ods named xlsx', () => book('ods'), 'book.xlsx', 'ods'],
    ['an xlsx of an unknown name', () => book('xlsx'), 'book.bin', 'xlsx'],
    ['a csv named xlsx', () => Buffer.from('a,b\n1,2\n3,4\n'), 'book.xlsx', 'csv'],
    ['a tab-separated text named txt', () => Buffer.from('a\tb\n1\t2\n3\t4\n'), 'book.txt', 'tsv'],
  ])('%s is read as what it is', async (_, bytes, filename, format) => {
    expect((await read(bytes(), filename)).format).toBe(format);
  });

  it('keeps formulas, number formats, hidden rows and columns', async () => {
    const xml =
      '<cols><col min="2" max="2" width="9" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c></row>' +
      '<row r="2" hidden="1"><c r="A2"><f>A1+1</f><v>2</v></c></row></sheetData>';
    const [sheet] = (await read(zip(xlsx(xml)))).sheets;
    expect(sheet?.columns[0]?.formulas.get(1)).toBe('A1+1');
    expect([...(sheet?.hiddenRows ?? [])]).toEqual([1]);
    expect([...(sheet?.hiddenColumns ?? [])]).toEqual([1]);
  });
});

it('values under a merged cell of ods are values of their own cells', async () => {
  const text = (value: string) => `<text:p>${value}</text:p>`;
  const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
  const content =
    '<office:document-content><office:body><office:spreadsheet><table:table table:name="S">' +
    row(
      `<table:table-cell office:value-type="string" table:number-columns-spanned="2">${text('above')}</table:table-cell>` +
        `<table:covered-table-cell office:value-type="string">${text('under')}</table:covered-table-cell>`,
    ) +
    row(
      '<table:covered-table-cell/><table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>',
    ) +
    '</table:table></office:spreadsheet></office:body></office:document-content>';
  const { sheets } = await read(
    zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'META-INF/manifest.xml', content: '<manifest:manifest/>' },
      { name: 'styles.xml', content: '<office:document-styles/>' },
      { name: 'content.xml', content },
    ]),
    'book.ods',
  );
  expect(rows(sheets[0])).toEqual([
    ['above', 'under'],
    [null, '1'],
  ]);
  expect(sheets[0]?.merges).toEqual([{ top: 0, left: 0, bottom: 0, right: 1 }]);
});

describe('a sheet that claims to be huge', () => {
  it.each([
    ['two cells under a full dimension', twoCells, 2, 1],
    [
      'cells in the first and the last corner',
      `<sheetData><row r="1">${cell('A1', 'x')}</row><row r="1048576">${cell('XFD1048576', 'y')}</row></sheetData>`,
      1_048_576,
      16_384,
    ],
  ])('%s costs what it holds', async (_, data, rowCount, columnCount) => {
    const started = performance.now();
    const [sheet] = (await read(zip(xlsx(`<dimension ref="A1:XFD1048576"/>${data}`)))).sheets;
    expect(sheet?.rowCount).toBe(rowCount);
    expect(sheet?.columns.length).toBe(columnCount);
    expect(sheet?.columns.reduce((slots, column) => slots + (column?.kinds.length ?? 0), 0)).toBe(2);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('bad files are refused, quickly and with the right problem', () => {
  const whole = zip(xlsx(twoCells));
  const repeats =
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>';
  const cases: [string, () => Buffer | string, string, string][] = [
    ['no bytes', () => '', 'book.xlsx', 'empty-file'],
    ['not a zip', () => 'this is not a workbook', 'book.xlsx', 'unreadable-file'],
    [
      'a page of HTML',
      () => '<html><table><tr><td>1,2</td></tr></table></html>',
      'book.xls',
      'unreadable-file',
    ],
    ['a truncated zip', () => whole.subarray(0, whole.length / 2), 'book.xlsx', 'unreadable-file'],
    ['an unknown name and content', () => 'just a sentence', 'note.docx', 'unsupported-file'],
    ['a PDF named csv', () => '%PDF-1.7\n1,2\n3,4\n', 'book.csv', 'unsupported-file'],
    [
      'a zip without a workbook',
      () => zip([{ name: 'a.xml', content: '<a/>' }]),
      'book.xlsx',
      'unsupported-file',
    ],
    ['a password', () => officeCrypto.encrypt(whole, { password: 'secret' }), 'book.xlsx', 'encrypted-file'],
    [
      'an encrypted entry',
      () => zip(xlsx(twoCells, [{ name: 'a.xml', content: '', flags: 1 }])),
      'b.xlsx',
      'encrypted-file',
    ],
    [
      'a corrupt checksum',
      () => zip(xlsx(twoCells).map((part) => (part.name === sheetPart ? { ...part, crc: 1 } : part))),
      'b.xlsx',
      'unreadable-file',
    ],
    [
      'overlapping entries',
      () => zip(xlsx(twoCells, [{ name: 'a.xml', content: '<a/>', at: 0 }])),
      'b.xlsx',
      'unreadable-file',
    ],
    ['the same name twice', () => zip([...xlsx(twoCells), ...xlsx(twoCells)]), 'b.xlsx', 'unreadable-file'],
    [
      'too many entries',
      () =>
        zip(
          xlsx(
            twoCells,
            Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.xml`, content: '' })),
          ),
        ),
      'b.xlsx',
      'file-too-complex',
    ],
    [
      'more bytes than declared',
      () =>
        zip(xlsx(twoCells).map((part) => (part.name === sheetPart ? { ...part, declaredSize: 10 } : part))),
      'b.xlsx',
      'file-too-complex',
    ],
    [
      'an entity bomb',
      () => zip(xlsx(twoCells, [], '<!-- a --><!DOCTYPE w [<!ENTITY a "aaaa">]>')),
      'b.xlsx',
      'unreadable-file',
    ],
    [
      'an ods cell repeated over the whole sheet',
      () =>
        zip([
          { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
          { name: 'content.xml', content: `<office:document-content>${repeats}</office:document-content>` },
        ]),
      'b.ods',
      'file-too-complex',
    ],
    [
      'a cell below the last row',
      () => zip(xlsx(`<sheetData><row r="99999999">${cell('A99999999', 'x')}</row></sheetData>`)),
      'b.xlsx',
      'unreadable-file',
    ],
    ['NUL bytes', () => 'a,b\n1,\0\n', 'book.csv', 'unreadable-file'],
  ];

  it.each(cases)('%s', async (_, bytes, filename, code) => {
    const content = bytes();
    const started = performance.now();
    await expect(read(content, filename)).rejects.toMatchObject({ name: 'FileError', code });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('a quarter of a gigabyte of zeros', async () => {
    const bomb = zip(xlsx(twoCells, [{ name: 'xl/a.xml', content: Buffer.alloc(2 ** 28) }]));
    expect(bomb.length).toBeLessThan(2 ** 21);
    const started = performance.now();
    await expect(read(bomb)).rejects.toMatchObject({ code: 'file-too-complex' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
