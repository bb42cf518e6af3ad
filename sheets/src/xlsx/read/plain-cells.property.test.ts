import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileError } from '../../core/file-error.js';
import { type CellStyle, plainStyle } from '../../grid/grid.js';
import { CellBudget } from '../../grid/grid-builder.js';
import { XmlScanner } from '../xml/xml-scanner.js';
import { SharedStrings } from './shared-strings.js';
import { Worksheet } from './worksheet.js';

const RUNS = Number(process.env.SVC_TEST_RUNS ?? 300);
/** So few bytes at once that no fast lane looks at them. */
const TOO_FEW = 16;
const WHOLE = 2 ** 20;

const styles: CellStyle[] = ['General', 'General', '0.00', 'yyyy-mm-dd'].map((numberFormat) => ({
  ...plainStyle,
  numberFormat,
}));
const texts = Array.from({ length: 50 }, (_, i) => `text ${i}`);

/** What is read of a part, or the refusal, if it arrives in pieces of so many bytes. */
function readSheet(xml: Buffer, pieceBytes: number): unknown {
  return outcome(() => {
    let worksheet: Worksheet | undefined;
    const scanner = new XmlScanner('sheet.xml', (itself) => {
      worksheet = new Worksheet(itself, { styles, texts, dateSystem: '1900', budget: new CellBudget() });
      return worksheet;
    });
    push(scanner, xml, pieceBytes);
    const { grid, ...around } = worksheet?.result() ?? {};
    return { around, rowCount: grid?.rowCount, columns: grid?.columns, texts: grid?.texts };
  });
}

function readTexts(xml: Buffer, pieceBytes: number): unknown {
  return outcome(() => {
    let strings: SharedStrings | undefined;
    const scanner = new XmlScanner('strings.xml', (itself) => {
      strings = new SharedStrings(itself);
      return strings;
    });
    push(scanner, xml, pieceBytes);
    return strings?.texts;
  });
}

function push(scanner: XmlScanner, xml: Buffer, pieceBytes: number): void {
  for (let at = 0; at < xml.length; at += pieceBytes) scanner.push(xml.subarray(at, at + pieceBytes));
  scanner.end();
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.message;
  }
}

const number = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map(String),
  fc.integer({ min: -3_000_000, max: 3_000_000 }).map((value) => String(value / 100)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    '007',
    '-0',
    '5.',
    '.5',
    '-',
    '',
    ' 4',
    '1e5',
    '123456789',
    '1234567890',
    '0.000000001',
    'x',
  ),
);
const letters = ['A', 'B', 'C', 'D', 'Z', 'AA', 'AB', 'ABC'];
/** What the cells of a column mostly have in common. */
const look = fc.record({
  before: fc.constantFrom('', '', '', ' s="1"', ' t="n"'),
  attributes: fc.constantFrom(
    '',
    ' s="2"',
    ' s="3"',
    ' t="s"',
    ' s="1" t="s"',
    ' t="n"',
    ' s="9"',
    ' t="str"',
  ),
  isEmpty: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});
const rowAttributes = fc.constantFrom(
  '',
  ' spans="1:8"',
  ' hidden="1"',
  ' ht="15" outlineLevel="1"',
  ' x:y="é"',
);

const sheetXml = fc
  .record({
    looks: fc.array(look, { minLength: 1, maxLength: letters.length }),
    firstRow: fc.constantFrom(1, 8, 98, 998, 9_998, 99_998, 1_048_570),
    rows: fc.array(
      fc.record({ attributes: rowAttributes, values: fc.array(number, { minLength: 8, maxLength: 8 }) }),
      { minLength: 2, maxLength: 12 },
    ),
    isAlike: fc.boolean(),
  })
  .map(({ looks, firstRow, rows, isAlike }) => {
    const written = rows.map(({ attributes, values }, i) => {
      const row = firstRow + i;
      const cells = looks.map(({ before, attributes: own, isEmpty }, column) => {
        const start = `<c${before} r="${letters[column]}${row}"${own}`;
        return isEmpty ? `${start}/>` : `${start}><v>${values[column]}</v></c>`;
      });
      return `<row r="${row}"${isAlike ? rows[0]?.attributes : attributes}>${cells.join('')}</row>`;
    });
    // What follows the rows is long enough for the last of them to be read in the fast lane.
    return `<worksheet><sheetData>${written.join('')}</sheetData><!--${' '.repeat(400)}--></worksheet>`;
  });

/** Bytes replaced, left out or repeated. */
const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 12 }),
    with: fc.constantFrom(
      '',
      ' ',
      '0',
      '9',
      '"',
      '<',
      '</v>',
      ' r="B3"',
      's',
      '<row>',
      '<f>1</f>',
      '\0',
      'é',
    ),
  }),
  { maxLength: 4 },
);

function mutated(xml: string, changes: { at: number; length: number; with: string }[]): Buffer {
  let changed = xml;
  for (const { at, length, with: text } of changes) {
    const from = Math.floor(at * changed.length);
    changed = changed.slice(0, from) + text + changed.slice(from + length);
  }
  return Buffer.from(changed);
}

test('rows that are written alike are read as if each were parsed, also where they are damaged', () => {
  fc.assert(
    fc.property(sheetXml, mutations, (xml, changes) => {
      const bytes = mutated(xml, changes);
      expect(readSheet(bytes, WHOLE)).toEqual(readSheet(bytes, TOO_FEW));
    }),
    { numRuns: RUNS },
  );
});

const text = fc.oneof(
  fc.constantFrom(
    'a &amp; b',
    '&lt;&gt;&quot;&apos;',
    '&#65;',
    'a\r\nb',
    '_x000D_',
    '&nope;',
    '',
    'é &amp; 北',
  ),
  fc.string().map((one) => one.replaceAll(/[<&]/g, '.')),
);
const item = fc.tuple(
  fc.constantFrom('<si><t>', '<si><t xml:space="preserve">', '<si><r><t>', '<si> <t>'),
  text,
);
const stringsXml = fc.array(item, { maxLength: 12 }).map((items) => {
  const written = items.map(
    ([start, one]) => `${start}${one}</t>${start.includes('<r>') ? '</r>' : ''}</si>`,
  );
  return `<sst>${written.join('')}</sst>`;
});

test('shared texts that are written alike are read as if each were parsed, also where they are damaged', () => {
  fc.assert(
    fc.property(stringsXml, mutations, (xml, changes) => {
      const bytes = mutated(xml, changes);
      expect(readTexts(bytes, WHOLE)).toEqual(readTexts(bytes, TOO_FEW));
    }),
    { numRuns: RUNS },
  );
});
