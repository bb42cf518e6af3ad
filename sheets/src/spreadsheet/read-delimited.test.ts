import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited.js';
import { ColumnReader } from './read-cell.js';
import { readDelimited } from './read-delimited.js';
import type { SpreadsheetFile } from './spreadsheet-file.js';

function table({ sheets: [sheet] }: SpreadsheetFile): (string | null)[][] {
  if (!sheet) return [];
  const readers = sheet.columns.map((column) => new ColumnReader(sheet, column));
  return Array.from({ length: sheet.rowCount }, (_, row) => readers.map((cells) => cells.rendered(row)));
}

const read = (text: string | Buffer) => readDelimited(Buffer.from(text), 'book.csv', 'csv');

describe('cells', () => {
  it.each<[string, string, (string | null)[][]]>([
    [
      'quotes, doubled quotes, delimiters and lines inside',
      'a,b\n"x, ""y""","1\n2"\n',
      [
        ['a', 'b'],
        ['x, "y"', '1\n2'],
      ],
    ],
    [
      'CRLF, CR and LF',
      'a,b\r\n1,2\r3,4\n5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'ragged rows',
      'a,b\n1\n1,2,3\n',
      [
        ['a', 'b', null],
        ['1', null, null],
        ['1', '2', '3'],
      ],
    ],
    [
      'a delimiter at the very end',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', null],
      ],
    ],
    [
      'empty lines',
      'a,b\n\n1,2\n',
      [
        ['a', 'b'],
        [null, null],
        ['1', '2'],
      ],
    ],
    [
      'text after a closing quote',
      'a,b\n"x" y,2\n',
      [
        ['a', 'b'],
        ['"x" y', '2'],
      ],
    ],
    [
      'blanks after a closing quote',
      'a,b\n"x, y" ,2\n',
      [
        ['a', 'b'],
        ['x, y ', '2'],
      ],
    ],
    [
      'a quote that is closed in the next row',
      'a,b\n"x,2\n"y,3\n',
      [
        ['a', 'b'],
        ['"x,2\n"y', '3'],
      ],
    ],
    [
      'a lone quote',
      'a,b\n"x,2\ny,3\n',
      [
        ['a', 'b'],
        ['"x', '2'],
        ['y', '3'],
      ],
    ],
    [
      'quotes in the middle',
      'a,b\n5" disk,2\n',
      [
        ['a', 'b'],
        ['5" disk', '2'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(table(read(text))).toEqual(expected);
  });

  it('read back as they were written', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '😀') });
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const quoted = rows
          .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        const cells = parseDelimited(quoted, { delimiter: ',', quote: '"' });
        const parsed = rows.map((_, row) =>
          Array.from({ length: cells.rowStart(row + 1) - cells.rowStart(row) }, (_, i) =>
            cells.at(cells.rowStart(row) + i),
          ),
        );
        expect(parsed).toEqual(rows);
      }),
    );
  });

  it('takes time in proportion to its length', () => {
    const started = performance.now();
    const { sheets } = read('id,name,"an, amount"\n'.repeat(500_000));
    expect(sheets[0]?.rowCount).toBe(500_000);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('dialect', () => {
  it.each([
    ['comma', 'a,b\n1,2\n', ','],
    ['semicolon with decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['tab with commas in text', 'a\tb\nx, y\tz\n', '\t'],
    ['pipe', 'a|b\n1|2\n', '|'],
    ['a title above the table', 'Report\n\na;b;c\n1;2;3\n4;5;6\n', ';'],
    ['one column', 'name\nAnn\nBo\n', ','],
    ['one column of sentences', 'text\nHello, you\nYes\nNo\nWell\n', ','],
  ])('%s', (_, text, delimiter) => {
    expect(read(text).dialect?.delimiter).toBe(delimiter);
  });

  it.each([
    ['apostrophes that hide delimiters', "a,b\n'x, y','it''s'\n3,4\n", "'"],
    ['apostrophes around every cell', "'a';'b'\n'1';'2'\n", "'"],
    ['apostrophes that are mere text', "year,b\n'90s,1\n'80s,2\n", '"'],
    ['a word between apostrophes', "a,b\n'x',1\ny,2\nz,3\nv,4\nw,5\n", '"'],
    ['double quotes around apostrophes', 'a,b\n"\'x\', y",1\n', '"'],
  ])('%s', (_, text, quote) => {
    expect(read(text).dialect?.quote).toBe(quote);
  });

  it('is taken from a line that tells Excel the delimiter, which is not a row', () => {
    const file = read('sep=;\r\na;b,c\r\n1;2,5\r\n');
    expect(file.dialect?.delimiter).toBe(';');
    expect(table(file)).toEqual([
      ['a', 'b,c'],
      ['1', '2,5'],
    ]);
  });

  it('keeps lines above and below the table, and ragged rows', () => {
    const rows = table(read('Report of 2026, draft\n\na;b;c\n1,5;"x\ny";3\n4;5\nSource: us\n'));
    expect(rows.map((row) => row.filter((cell) => cell !== null))).toEqual([
      ['Report of 2026, draft'],
      [],
      ['a', 'b', 'c'],
      ['1,5', 'x\ny', '3'],
      ['4', '5'],
      ['Source: us'],
    ]);
  });
});

describe('encoding', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  it.each<[string, Buffer, string, string]>([
    ['UTF-8', Buffer.from('naïve,b\n'), 'utf-8', 'naïve'],
    ['UTF-8 with a mark', Buffer.from('\ufeffname,b\n'), 'utf-8', 'name'],
    ['UTF-16 with a mark', utf16('\ufeffnaïve,b\n'), 'utf-16le', 'naïve'],
    ['UTF-16 without a mark', utf16('naive,b\n1,2\n'), 'utf-16le', 'naive'],
    ['UTF-16 big-endian', utf16('\ufeffnaïve,b\n').swap16(), 'utf-16be', 'naïve'],
    ['Windows-1252', Buffer.from('prix,déjà payé\nété,ça va\n', 'latin1'), 'windows-1252', 'prix'],
    ['ISO-2022-JP', Buffer.from('\x1b$B4A;z\x1b(B,b\n', 'latin1'), 'iso-2022-jp', '漢字'],
    ['Windows-1252 with curly quotes', Buffer.from('it\x92s,b\n', 'latin1'), 'windows-1252', 'it’s'],
    ['UTF-16 of Japanese without a mark', utf16('名前,住所\n山田,神戸市\n'), 'utf-16le', '名前'],
    ['GB18030', Buffer.from('d0d5c3fb2cb5d8d6b70a', 'hex'), 'gb18030', '姓名'],
    ['Big5', Buffer.from('a96da6572ca661a77d0a', 'hex'), 'big5', '姓名'],
    ['EUC-KR', Buffer.from('c0ccb8a72cc1d6bcd20a', 'hex'), 'euc-kr', '이름'],
    ['EUC-JP', Buffer.from('ccbec1b02cbdbbbdea0a', 'hex'), 'euc-jp', '名前'],
    ['Shift_JIS', Buffer.from('96bc914f2c8f5a8f8a0a', 'hex'), 'shift_jis', '名前'],
  ])('%s', (_, bytes, encoding, first) => {
    const file = readDelimited(bytes, 'book.csv', 'csv');
    expect(file.dialect?.encoding).toBe(encoding);
    expect(table(file)[0]?.[0]).toBe(first);
  });
});
