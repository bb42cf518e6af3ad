import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lyingZip } from '../../../test-support/lying-zip.js';
import { relationships, stringTable, type XlsxOptions, xlsxParts } from '../../../test-support/xlsx-parts.js';
import { columnLetters } from '../../core/column-letters.js';
import { CellKind, type Sheet, textIndexAt, type Workbook } from '../../grid/grid.js';
import { ZipArchive } from '../../zip/zip-archive.js';
import { readXlsx } from './read-xlsx.js';

const folder = mkdtemp(join(tmpdir(), 'read-xlsx-'));
afterAll(async () => rm(await folder, { recursive: true }));
let files = 0;

async function read(sheetXml: string, options?: XlsxOptions): Promise<Workbook> {
  const path = join(await folder, `${++files}.xlsx`);
  await writeFile(path, lyingZip(xlsxParts(sheetXml, options)));
  const archive = await ZipArchive.open(path);
  try {
    return await readXlsx(archive);
  } finally {
    await archive.close();
  }
}

async function readSheet(sheetXml: string, options?: XlsxOptions): Promise<Sheet> {
  const [sheet] = (await read(sheetXml, options)).sheets;
  if (!sheet) throw new Error('There is no sheet.');
  return sheet;
}

/** Kind and value by address, such as `['number', 1]`. */
function cellsOf(sheet: Sheet): Record<string, [string, unknown]> {
  const kinds = Object.keys(CellKind);
  const cells: Record<string, [string, unknown]> = {};
  sheet.columns.forEach((column, position) => {
    column?.kinds.forEach((kind, slot) => {
      if (kind === CellKind.empty) return;
      const isText = kind === CellKind.text || kind === CellKind.error;
      const shown = isText ? sheet.texts.at(textIndexAt(column.values, slot)) : (column.values[slot] ?? 0);
      cells[columnLetters(position) + (column.firstRow + slot + 1)] = [kinds[kind] ?? '', shown];
    });
  });
  return cells;
}

const rows = (xml: string) => `<sheetData>${xml}</sheetData>`;
const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>`;

describe('cells', () => {
  it('are dates only from day 0 to the end of 9999, whatever their format', async () => {
    const numbers = ['-1', '0', '2958465.9', '2958466'];
    const plain = numbers.map((number, i) => `<c r="${'ABCD'[i]}1" s="1"><v>${number}</v></c>`).join('');
    const withFormula = numbers.map((number) => `<c s="1"><f>1*1</f><v>${number}</v></c>`).join('');
    const sheet = await readSheet(rows(`<row r="1">${plain}</row><row r="2">${withFormula}</row>`), {
      styles,
    });
    const kinds = Object.values(cellsOf(sheet)).map(([kind]) => kind);
    expect(kinds).toEqual(['number', 'number', 'date', 'date', 'date', 'date', 'number', 'number']);
  });

  it('of every type', async () => {
    const sheet = await readSheet(
      rows(
        '<row r="1"><c r="A1"><v>1.5</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>in</t></is></c>' +
          '<c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#N/A</v></c><c r="F1" s="1"><v>45000</v></c>' +
          '<c r="G1" t="d"><v>2023-03-15T12:00:00</v></c><c r="H1" t="str"><f>"a"</f><v>a</v></c><c r="I1" s="2"><v>0.5</v></c></row>',
      ),
      { styles },
    );
    expect(cellsOf(sheet)).toEqual({
      A1: ['number', 1.5],
      B1: ['text', 'shared'],
      C1: ['text', 'in'],
      D1: ['boolean', 1],
      E1: ['error', '#N/A'],
      F1: ['date', 45000],
      G1: ['date', 45000.5],
      H1: ['text', 'a'],
      I1: ['number', 0.5],
    });
  });

  it.each([
    ['without addresses', '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>'],
    [
      'spelled as most are',
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>',
    ],
    [
      'out of order',
      '<row r="2"><c r="A2"><v>3</v></c></row><row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>',
    ],
    [
      'some with an address and some without',
      '<row r="1"><c r="A1"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
    ],
    [
      'with other attributes between',
      '<row r="1" spans="1:2"><c r="A1" cm="1" s="0"><v>1</v></c><c vm="2" r="B1"><v> 2 </v></c></row><row r="2"><c r="A2" t="n"><v>3</v></c></row>',
    ],
  ])('%s', async (_, xml) => {
    expect(cellsOf(await readSheet(rows(xml)))).toEqual({
      A1: ['number', 1],
      B1: ['number', 2],
      A2: ['number', 3],
    });
  });

  it('many, past the end of every chunk', async () => {
    const count = 60_000;
    const lines = Array.from(
      { length: count },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`,
    );
    const [column] = (await readSheet(rows(lines.join('')))).columns;
    expect(column?.values.length).toBe(count);
    expect(column?.values.every((value, i) => value === i)).toBe(true);
  });

  it('count dates from 1904 where the workbook does', async () => {
    const parts = xlsxParts(rows('<row r="1"><c r="A1" s="1"><v>1</v></c></row>'), { styles });
    const workbook = parts.find(({ name }) => name === 'xl/workbook.xml');
    if (workbook)
      workbook.content = String(workbook.content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    const path = join(await folder, '1904.xlsx');
    await writeFile(path, lyingZip(parts));
    const archive = await ZipArchive.open(path);
    expect((await readXlsx(archive)).sheets[0]?.dateSystem).toBe('1904');
    await archive.close();
  });
});

describe('texts', () => {
  it('join rich runs, leave out phonetic readings and unescape', async () => {
    const items =
      '<si><r><t>re</t></r><r><rPr><b/></rPr><t>port</t></r><rPh><t>よみ</t></rPh></si><si><t>a_x000D_&#10;b</t></si>';
    const sheet = await readSheet(
      rows('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'),
      {
        sharedStrings: stringTable(items),
      },
    );
    expect(cellsOf(sheet)).toEqual({ A1: ['text', 'report'], B1: ['text', 'a\r\nb'] });
  });
});

describe('formulas', () => {
  it('that cells share are written out for each of them', async () => {
    const sheet = await readSheet(
      rows(
        '<row r="1"><c r="B1"><f t="shared" ref="B1:B2" si="0">A1*$C$1</f><v>1</v></c></row>' +
          '<row r="2"><c r="B2"><f t="shared" si="0"/><v>2</v></c></row>',
      ),
    );
    const formulas = sheet.columns[1]?.formulas;
    expect([formulas?.get(0), formulas?.get(1), formulas?.get(2)]).toEqual(['A1*$C$1', 'A2*$C$1', undefined]);
  });

  it('of an array are in every cell of its range', async () => {
    const sheet = await readSheet(
      rows(
        '<row r="1"><c r="A1"><f t="array" ref="A1:B1">C1:D1*2</f><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>',
      ),
    );
    expect(sheet.columns.map((column) => column?.formulas.get(0))).toEqual(['C1:D1*2', 'C1:D1*2', undefined]);
  });
});

describe('around the cells', () => {
  it('a row without a number may be hidden too', async () => {
    const hidden = await readSheet(rows('<row><c><v>1</v></c></row><row hidden="1"><c><v>2</v></c></row>'));
    expect([...hidden.hiddenRows]).toEqual([1]);
  });

  it('merges, hidden rows and columns, widths, outline, validations and hyperlinks are kept', async () => {
    const sheet = await readSheet(
      '<cols><col min="2" max="3" width="12.5" hidden="1" outlineLevel="1"/></cols>' +
        rows('<row r="1" hidden="1" outlineLevel="2"><c r="A1"><v>1</v></c></row>') +
        '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>' +
        '<dataValidations><dataValidation type="list" sqref="A1 C1:C9"><formula1>"x,y"</formula1></dataValidation></dataValidations>' +
        '<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="A2" location="Data!A1"/></hyperlinks>',
      {
        more: [
          {
            name: 'xl/worksheets/_rels/sheet1.xml.rels',
            content: relationships([
              { id: 'rId1', kind: 'hyperlink', target: 'https://example.com/', external: true },
            ]),
          },
        ],
      },
    );
    expect(sheet.merges).toEqual([{ top: 0, left: 0, bottom: 1, right: 1 }]);
    expect([...sheet.hiddenRows, ...sheet.hiddenColumns]).toEqual([0, 1, 2]);
    expect([sheet.columnWidths.get(1), sheet.columnOutline.get(2), sheet.rowOutline.get(0)]).toEqual([
      12.5, 1, 2,
    ]);
    expect(sheet.validations).toMatchObject([
      { type: 'list', formula1: '"x,y"', ranges: [{ left: 0 }, { left: 2 }] },
    ]);
    expect(sheet.hyperlinks.map(({ target, location }) => target ?? location)).toEqual([
      'https://example.com/',
      'Data!A1',
    ]);
  });

  it('cells that are only styled keep their style and do not make the sheet larger', async () => {
    const sheet = await readSheet(
      rows('<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"/></row><row r="9"><c r="A9" s="2"/></row>'),
      {
        styles,
      },
    );
    expect([sheet.rowCount, sheet.columns.length]).toEqual([1, 1]);
    expect(sheet.columns[0]?.styles?.[8]).toBe(2);
  });

  it('sheets keep their order and visibility, and chart sheets are skipped', async () => {
    const more = [{ name: 'xl/chartsheets/chart.xml', content: '<chartsheet/>' }];
    const workbook = await read(rows('<row><c><v>1</v></c></row>'), {
      sheets: [
        { name: 'Chart', id: 'rId2' },
        { name: 'Data" state="veryHidden', id: 'rId1' },
      ],
      relations: [
        { id: 'rId1', kind: 'worksheet', target: '/xl/worksheets/sheet1.xml' },
        { id: 'rId2', kind: 'chartsheet', target: 'chartsheets/chart.xml' },
      ],
      more,
    });
    expect(workbook.sheets.map(({ name, visibility }) => [name, visibility])).toEqual([
      ['Data', 'very_hidden'],
    ]);
  });

  it('a listed sheet without a part, such as an old module, is skipped', async () => {
    const workbook = await read(rows('<row><c><v>1</v></c></row>'), {
      sheets: [
        { name: 'Module1" state="veryHidden', id: '' },
        { name: 'Data', id: 'rId1' },
      ],
    });
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Data']);
  });
});
