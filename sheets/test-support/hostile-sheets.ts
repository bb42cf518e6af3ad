import { columnLetters } from '../src/core/column-letters.js';
import type { Cells, HostileFile } from './hostile-file.js';
import { lyingZip } from './lying-zip.js';
import { stringTable, textCell, type XlsxOptions, xlsxParts } from './xlsx-parts.js';

const book = (sheetXml: string, options?: XlsxOptions) => () => lyingZip(xlsxParts(sheetXml, options));
const firstRow = (cells: string): string => `<sheetData><row r="1">${cells}</row></sheetData>`;
const hello = textCell('A1', 'hello');
const greeting = firstRow(hello);
const greeted: Cells = { Data: { A1: 'hello' } };

const entityCell = firstRow(textCell('A1', '&j;'));
const billionLaughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from('bcdefghij', (name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`;
const nested = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
const mergedPairs = Array.from(
  { length: 200_000 },
  (_, i) => `<mergeCell ref="${i % 2 ? 'C' : 'A'}${(i >> 1) + 2}:${i % 2 ? 'D' : 'B'}${(i >> 1) + 2}"/>`,
);

const markup: HostileFile[] = [
  {
    what: 'entities that grow a billionfold',
    bytes: book(entityCell, { prolog: billionLaughs }),
    refused: ['unreadable-file'],
  },
  {
    what: 'an entity that is a file of ours',
    bytes: book(entityCell, { prolog: '<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>' }),
    refused: ['unreadable-file'],
  },
  {
    what: 'an external document type',
    bytes: book(greeting, { prolog: '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">' }),
    refused: ['unreadable-file'],
  },
  {
    what: 'a hundred thousand elements in one another',
    bytes: book(`${greeting}<extLst>${nested}</extLst>`),
    refused: ['file-too-complex', 'unreadable-file'],
    cells: greeted,
  },
  {
    what: 'as many inside a cell',
    bytes: book(firstRow(`${hello}<c r="B1"><is>${nested}</is></c>`)),
    refused: ['file-too-complex', 'unreadable-file'],
    cells: greeted,
  },
  {
    what: 'a megabyte of one attribute',
    bytes: book(firstRow(`<c r="A1" x="${'y'.repeat(2 ** 20)}" t="inlineStr"><is><t>hello</t></is></c>`)),
    refused: ['file-too-complex', 'unreadable-file'],
    cells: greeted,
  },
  {
    what: 'markup that looks like cells in CDATA and comments',
    bytes: book(
      firstRow(`${textCell('A1', '<![CDATA[</t></is></c><c r="B1">]]>')}<!-- <c r="C1"><v>3</v></c> -->`),
    ),
    cells: { Data: { A1: '</t></is></c><c r="B1">' } },
  },
  {
    what: 'a comment without an end',
    bytes: book(`<!-- ${greeting}`),
    refused: ['unreadable-file'],
    cells: { Data: {} },
  },
  {
    what: 'a tag without an end',
    bytes: book(`${greeting}<mergeCells`),
    refused: ['unreadable-file'],
    cells: greeted,
  },
  {
    what: 'characters that do not exist',
    bytes: book(firstRow(`${hello}${textCell('B1', '&#x110000;&#xFFFFFFFFFF;&#0;&nope;&#;')}`)),
    refused: ['unreadable-file'],
    cells: greeted,
  },
];

const places: HostileFile[] = [
  {
    what: 'two cells in opposite corners',
    bytes: book(
      `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${hello}</row><row r="1048576">${textCell('XFD1048576', 'bye')}</row></sheetData>`,
    ),
    cells: { Data: { A1: 'hello', XFD1048576: 'bye' } },
  },
  ...['XFE1', 'ZZZZZZZZZZ1', 'A1048577', 'A99999999999999999999', 'A0', 'A-1'].map(
    (ref): HostileFile => ({
      what: `a cell at ${ref}`,
      bytes: book(firstRow(`${hello}<c r="${ref}"><v>1</v></c>`)),
      refused: ['unreadable-file', 'file-too-complex'],
      cells: greeted,
    }),
  ),
  ...['', '1', 'A', 'hello', 'A1B2', '$A$1', '__proto__'].map(
    (ref): HostileFile => ({
      what: `a cell at "${ref}", which stands after A1`,
      bytes: book(firstRow(`${hello}<c r="${ref}"><v>1</v></c>`)),
      refused: ['unreadable-file'],
      cells: { Data: { A1: 'hello', B1: 1 } },
    }),
  ),
  {
    what: 'rows that count beyond the last',
    bytes: book(`<sheetData><row r="1">${hello}</row><row r="4294967297"><c><v>1</v></c></row></sheetData>`),
    refused: ['unreadable-file', 'file-too-complex'],
    cells: greeted,
  },
  {
    what: 'two cells in one place, of which the later counts',
    bytes: book(firstRow(`${textCell('A1', 'first')}${hello}`)),
    cells: greeted,
  },
  {
    what: 'rows and cells from last to first',
    bytes: book(
      `<sheetData><row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row><row r="1">${hello}</row></sheetData>`,
    ),
    cells: { Data: { A1: 'hello', A2: 3, B2: 4 } },
  },
];

const cellAt = (row: number, column: number) =>
  `<c r="${columnLetters(column)}${row + 1}"><v>${row + 1}</v></c>`;
const rowsOf = (count: number, cellsOf: (row: number) => string, rowAt = (at: number) => at) =>
  `<sheetData>${Array.from({ length: count }, (_, at) => `<row r="${rowAt(at) + 1}">${cellsOf(rowAt(at))}</row>`).join('')}</sheetData>`;
const diagonal = (count: number) => rowsOf(count, (row) => cellAt(row, row));
const LAST_ROW = 1_048_575;
/** Columns that each have a cell in the first row and one in the last. */
const ladder = (columns: number) =>
  rowsOf(
    2,
    (row) => Array.from({ length: columns }, (_, column) => cellAt(row, column)).join(''),
    (at) => at * LAST_ROW,
  );

/** Few cells that span many: what is made of them must cost by the cells, not by what they span. */
const scattered: HostileFile[] = [
  ...[4000, 13_000].map(
    (count): HostileFile => ({
      what: `${count} cells down a diagonal`,
      bytes: book(diagonal(count)),
      refused: ['file-too-complex'],
    }),
  ),
  {
    what: 'two diagonals that cross',
    bytes: book(
      rowsOf(
        4000,
        (row) => cellAt(row, Math.min(row, 3999 - row)) + cellAt(row, Math.max(row, 3999 - row) + 1),
      ),
    ),
    refused: ['file-too-complex'],
  },
  {
    what: '57 columns with a cell at each end',
    bytes: book(ladder(57)),
    refused: ['file-too-complex'],
  },
  {
    what: '7 columns with a cell at each end',
    bytes: book(ladder(7)),
    cells: { Data: { A1: 1, G1048576: 1_048_576 } },
  },
  {
    what: '1500 cells down a diagonal, a table that may be as sparse',
    bytes: book(diagonal(1500)),
    cells: { Data: { A1: 1, ZZ702: 702 } },
  },
  {
    what: 'a table and a stray cell far from it',
    bytes: book(
      `${rowsOf(30, (row) => cellAt(row, 0) + cellAt(row, 1)).replace('</sheetData>', '')}<row r="6000">${cellAt(5999, 5999)}</row></sheetData>`,
    ),
    cells: { Data: { A1: 1, B30: 30 } },
  },
];

const ranges: HostileFile[] = [
  {
    what: '200 thousand merged ranges',
    bytes: book(`${greeting}<mergeCells>${mergedPairs.join('')}</mergeCells>`),
    cells: greeted,
  },
  ...[
    ['a merged range', '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'],
    ['a link', '<hyperlinks><hyperlink ref="A1:XFD1048576" location="Data!A1"/></hyperlinks>'],
    [
      'a validation',
      '<dataValidations><dataValidation type="whole" sqref="A1:XFD1048576"/></dataValidations>',
    ],
  ].map(
    ([what, xml]): HostileFile => ({
      what: `${what} over the whole sheet`,
      bytes: book(greeting + xml),
      refused: ['file-too-complex'],
      cells: greeted,
    }),
  ),
  ...['shared', 'array', 'dataTable'].map(
    (kind): HostileFile => ({
      what: `a ${kind} formula over the whole sheet`,
      bytes: book(firstRow(`${hello}<c r="B1"><f t="${kind}" si="0" ref="A1:XFD1048576">A1</f><v>2</v></c>`)),
      cells: { Data: { A1: 'hello', B1: 2 } },
    }),
  ),
  {
    what: 'the whole width of the sheet, twenty thousand times',
    bytes: book(
      `<cols>${'<col min="1" max="16384" hidden="1" width="9"/>'.repeat(20_000)}</cols>${greeting}`,
    ),
    refused: ['unreadable-file', 'file-too-complex'],
    cells: greeted,
  },
  {
    what: 'hidden columns beyond the last',
    bytes: book(`<cols><col min="1" max="4294967295" hidden="1" width="9"/></cols>${greeting}`),
    refused: ['unreadable-file'],
    cells: greeted,
  },
];

const contents: HostileFile[] = [
  {
    what: 'a cell of a million characters',
    bytes: book(firstRow(textCell('A1', 'x'.repeat(1_000_000)))),
    cells: { Data: { A1: 'x'.repeat(1_000_000) } },
  },
  {
    what: 'four thousand million shared strings, of which one is there',
    bytes: book(firstRow('<c r="A1" t="s"><v>0</v></c>'), {
      sharedStrings: stringTable('<si><t>hello</t></si>', 'count="4000000000" uniqueCount="4000000000"'),
    }),
    cells: greeted,
  },
  ...['1', '-1', '4294967296', '1e9', '0.5', 'x', ''].map(
    (index): HostileFile => ({
      what: `the shared string "${index}" of one`,
      bytes: book(firstRow(`${hello}<c r="B1" t="s"><v>${index}</v></c>`)),
      refused: ['unreadable-file'],
      cells: greeted,
    }),
  ),
  ...['1', '70000', '4294967297', '-1', 'x'].map(
    (style): HostileFile => ({
      what: `the style ${style} of none`,
      bytes: book(firstRow(`${hello}<c r="B1" s="${style}"><v>2</v></c>`)),
      cells: { Data: { A1: 'hello', B1: 2 } },
    }),
  ),
  {
    what: 'a shared formula that was never defined',
    bytes: book(firstRow(`${hello}<c r="B1"><f t="shared" si="7"/><v>2</v></c>`)),
    cells: { Data: { A1: 'hello', B1: 2 } },
  },
  ...['abc', '1e999', 'NaN', 'Infinity', '0x10', ''].map(
    (number): HostileFile => ({
      what: `"${number}" for a number`,
      bytes: book(firstRow(`${hello}<c r="B1"><v>${number}</v></c>`)),
      refused: ['unreadable-file'],
      cells: greeted,
    }),
  ),
  {
    what: 'a sheet called __proto__',
    bytes: book(greeting, { sheets: [{ name: '__proto__', id: 'rId1' }] }),
    cells: Object.fromEntries([['__proto__', { A1: 'hello' }]]),
  },
];

export const hostileSheets: readonly HostileFile[] = [
  ...markup,
  ...places,
  ...scattered,
  ...ranges,
  ...contents,
];
