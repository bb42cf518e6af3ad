// Large workbooks as Excel writes them: shared strings, references and styles on every cell, spans, dates.
import { writeFile } from 'node:fs/promises';
import { packPieces, writePacked } from './zip.mjs';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const ROWS_A_PIECE = 500;
const SHARED_STRINGS = 60_000;
/** Cycling over the columns: a text of few values, a count, an amount, a date, a text of many values. */
const cellKinds = [
  (ref, row) => `<c r="${ref}" s="1" t="s"><v>${row % 40}</v></c>`,
  (ref, row) => `<c r="${ref}"><v>${(row * 7919) % 100_000}</v></c>`,
  (ref, row) => `<c r="${ref}" s="2"><v>${((row * 104_729) % 1_000_003) / 100}</v></c>`,
  (ref, row) => `<c r="${ref}" s="3"><v>${43_831 + (row % 2000)}</v></c>`,
  (ref, row) => `<c r="${ref}" t="s"><v>${(row * 31) % SHARED_STRINGS}</v></c>`,
];

/** Writes a sheet `Data` with a header row and the given number of rows and columns below it. */
export async function writeGeneratedXlsx(path, rows, columns) {
  const parts = [
    ['[Content_Types].xml', [contentTypes()]],
    ['_rels/.rels', [relationships([['officeDocument', 'xl/workbook.xml']])]],
    ['xl/workbook.xml', [workbook()]],
    [
      'xl/_rels/workbook.xml.rels',
      [
        relationships([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
          ['sharedStrings', 'sharedStrings.xml'],
        ]),
      ],
    ],
    ['xl/worksheets/sheet1.xml', sheet(rows, columns)],
    ['xl/styles.xml', [styles()]],
    ['xl/sharedStrings.xml', sharedStrings(columns)],
  ];
  const packed = [];
  for (const [name, pieces] of parts) packed.push(await packPieces(name, pieces));
  await writeFile(path, writePacked(packed));
}

function* sheet(rows, columns) {
  const letters = Array.from({ length: columns }, (_, i) => String.fromCharCode(65 + i));
  yield `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><dimension ref="A1:${letters.at(-1)}${rows + 1}"/><sheetData>`;
  const spans = `spans="1:${columns}" x14ac:dyDescent="0.25"`;
  const header = letters.map((letter, i) => `<c r="${letter}1" t="s"><v>${SHARED_STRINGS + i}</v></c>`);
  yield `<row r="1" ${spans}>${header.join('')}</row>`;
  for (let first = 0; first < rows; first += ROWS_A_PIECE) {
    let piece = '';
    for (let row = first; row < Math.min(rows, first + ROWS_A_PIECE); row++) {
      piece += `<row r="${row + 2}" ${spans}>`;
      for (let i = 0; i < columns; i++) {
        piece += cellKinds[i % cellKinds.length](`${letters[i]}${row + 2}`, row + i);
      }
      piece += '</row>';
    }
    yield piece;
  }
  yield '</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>';
}

function* sharedStrings(columns) {
  const unique = SHARED_STRINGS + columns;
  yield `${DECLARATION}<sst xmlns="${MAIN}" count="${unique}" uniqueCount="${unique}">`;
  for (let i = 0; i < SHARED_STRINGS; i++) yield `<si><t>customer number ${i} &amp; sons</t></si>`;
  for (let i = 0; i < columns; i++) yield `<si><t>column ${i + 1}</t></si>`;
  yield '</sst>';
}

function workbook() {
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

function styles() {
  const formats = [0, 0, 4, 14].map(
    (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
  );
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`;
}

function relationships(links) {
  const each = links.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGES}/relationships">${each.join('')}</Relationships>`;
}

function contentTypes() {
  const overrides = [
    ['workbook', 'sheet.main'],
    ['worksheets/sheet1', 'worksheet'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
  ].map(([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${kind}+xml"/>`);
  return `${DECLARATION}<Types xmlns="${PACKAGES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}
