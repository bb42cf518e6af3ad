import { describe, expect, it } from 'vitest';
import { type CellEdit, CellEdits } from './cell-edits.js';
import type { CellResults } from './cell-results.js';
import { DateStyles } from './date-styles.js';
import { SheetEditor } from './sheet-editor.js';
import { XmlSplicer } from './xml-splicer.js';

const noStyles = await DateStyles.read('styles.xml', undefined);

/** The sheet after the edits, fed byte by byte, so that every token is split somewhere. */
function edited(sheet: string, edits: CellEdit[], styles = noStyles, results?: CellResults) {
  let editor: SheetEditor | undefined;
  const splicer = new XmlSplicer('sheet.xml', (made) => {
    editor = new SheetEditor(made, new CellEdits(edits), styles, results);
    return editor;
  });
  const pieces = [...Buffer.from(sheet)].map((byte) => splicer.push(Buffer.from([byte])));
  splicer.end();
  return { xml: Buffer.concat(pieces).toString(), editor: editor as unknown as SheetEditor };
}

const rows = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`;
const at = (address: string, value: CellEdit['value'], more: Partial<CellEdit> = {}): CellEdit => ({
  row: Number(/\d+/.exec(address)) - 1,
  column: address.charCodeAt(0) - 65,
  value,
  ...more,
});
/** Some rows after the edits. */
const rowsAfter = (content: string, ...edits: CellEdit[]) =>
  edited(rows(content), edits).xml.replace(/^<worksheet><sheetData>|<\/sheetData><\/worksheet>$/g, '');

describe('an existing cell', () => {
  const row = (cell: string) =>
    `<row r="1" ht="20"><c r="A1"><v>1</v></c> ${cell}<!-- kept --><c r="C1"/></row>`;
  it.each([
    ['a number', 2.5, '<c r="B1" s="7"><v>2.5</v></c>'],
    ['a boolean', true, '<c r="B1" s="7" t="b"><v>1</v></c>'],
    ['a text', ' a<b ', '<c r="B1" s="7" t="inlineStr"><is><t xml:space="preserve"> a&lt;b </t></is></c>'],
    ['an error', { error: '#N/A' }, '<c r="B1" s="7" t="e"><v>#N/A</v></c>'],
    ['nothing', null, '<c r="B1" s="7"/>'],
  ])('takes %s and keeps its style', (_, value, wanted) => {
    const before = row('<c r="B1" s="7" t="s" vm="1"><v>0</v><extLst/></c>');
    expect(rowsAfter(before, at('B1', value))).toBe(row(wanted));
  });

  it('takes a formula with its result', () => {
    expect(rowsAfter(row('<c r="B1" s="7"/>'), at('B1', 3, { formula: 'A1&"x"+IFNA(1,2)' }))).toBe(
      row('<c r="B1" s="7"><f>A1&amp;"x"+_xlfn.IFNA(1,2)</f><v>3</v></c>'),
    );
  });

  it('loses the formula it had', () => {
    const { xml, editor } = edited(
      rows('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1</f></c></row>'),
      [at('A1', 5)],
    );
    expect(xml).toBe(rows('<row r="1"><c r="A1"><v>5</v></c><c r="B1"><f>A1</f></c></row>'));
    expect(editor).toMatchObject({
      keptFormulas: 1,
      removedFormulas: 1,
      changedCells: 1,
      writtenFormulas: 0,
    });
  });
});

describe('a missing cell', () => {
  it('is added between its neighbours', () => {
    expect(rowsAfter('<row r="2"><c r="A2"/><c r="D2"/></row>', at('C2', 3), at('B2', 2), at('E2', 5))).toBe(
      '<row r="2"><c r="A2"/><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c><c r="D2"/><c r="E2"><v>5</v></c></row>',
    );
  });

  it('is added with its row where that is missing too', () => {
    expect(
      rowsAfter('<row r="2"/><row r="5"></row>', at('B1', 1), at('A2', 2), at('A4', 4), at('A9', 9)),
    ).toBe(
      '<row r="1"><c r="B1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>' +
        '<row r="4"><c r="A4"><v>4</v></c></row><row r="5"></row><row r="9"><c r="A9"><v>9</v></c></row>',
    );
  });

  it('is not created to be empty', () => {
    expect(rowsAfter('<row r="2"/>', at('A2', null), at('A7', null))).toBe('<row r="2"/>');
  });

  it('finds its position among rows and cells without an address', () => {
    expect(rowsAfter('<row><c><v>1</v></c></row><row><c><v>2</v></c></row>', at('B1', 9), at('A2', 8))).toBe(
      '<row><c><v>1</v></c><c r="B1"><v>9</v></c></row><row><c r="A2"><v>8</v></c></row>',
    );
  });

  it('takes the style that is asked for, as does an existing one', () => {
    const edits = [at('A1', 1, { style: 3 }), at('B1', 2, { style: 0 }), at('C1', 3, { style: 4 })];
    expect(rowsAfter('<row r="1"><c r="A1" s="5"/><c r="B1" s="5"/></row>', ...edits)).toBe(
      '<row r="1"><c r="A1" s="3"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1" s="4"><v>3</v></c></row>',
    );
  });

  it('takes the style of its row, its column, or the cell above', () => {
    const sheet = (data: string) =>
      `<worksheet><cols><col min="2" max="3" style="4"/></cols><sheetData>${data}</sheetData></worksheet>`;
    const before = '<row r="1"><c r="A1" s="5"/></row><row r="2" s="6" customFormat="1"/>';
    const edits = [at('B1', 1), at('A2', 2), at('A3', 3), at('B3', 4), at('A4', 5, { styleFromAbove: true })];
    expect(edited(sheet(before), [...edits, at('B4', 6, { styleFromAbove: true })]).xml).toBe(
      sheet(
        '<row r="1"><c r="A1" s="5"/><c r="B1" s="4"><v>1</v></c></row>' +
          '<row r="2" s="6" customFormat="1"><c r="A2" s="6"><v>2</v></c></row>' +
          '<row r="3"><c r="A3"><v>3</v></c><c r="B3" s="4"><v>4</v></c></row>' +
          '<row r="4"><c r="A4"><v>5</v></c><c r="B4" s="4"><v>6</v></c></row>',
      ),
    );
  });
});

describe('the sheet around', () => {
  it('keeps its prefix', () => {
    const { xml } = edited('<x:worksheet xmlns:x="m"><x:sheetData/></x:worksheet>', [at('A1', 'a')]);
    expect(xml).toBe(
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
    );
  });

  it.each([
    ['A1:B2', 'C9', 'A1:C9'],
    ['B2', 'A1', 'A1:B2'],
    ['A1:D20', 'C9', 'A1:D20'],
  ])('claims %s and after an edit of %s it claims %s', (before, place, after) => {
    const sheet = (ref: string) => `<worksheet><dimension ref='${ref}' /><sheetData/></worksheet>`;
    expect(edited(sheet(before), [at(place, 1)]).xml).toContain(`<dimension ref='${after}' />`);
  });

  it('is refused where the order of its rows or cells leaves no right position', () => {
    expect(() => rowsAfter('<row r="2"/><row r="1"/>', at('A1', 1))).toThrow('not in order');
    expect(() => rowsAfter('<row r="1"><c r="B1"/><c r="A1"/></row>', at('A1', 1))).toThrow('not in order');
  });
});

it('does not overwrite a cell that should be empty', () => {
  const edit = at('A1', 1, { onlyIfEmpty: true });
  expect(rowsAfter('<row r="1"><c r="A1" s="2"/></row>', edit)).toContain('<c r="A1" s="2"><v>1</v></c>');
  expect(() => rowsAfter('<row r="1"><c r="A1"><f>1</f></c></row>', edit)).toThrow('The cell A1');
});

describe('a formula for several cells', () => {
  const shared =
    '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*$C$1&lt;2</f><v>1</v></c></row>' +
    '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>' +
    '<row r="3"><c r="A3"><f t="shared" si="0"></f><v>3</v></c></row>';

  it('is written to each of them when the cell that spells it out is edited', () => {
    expect(rowsAfter(shared, at('A1', 7))).toBe(
      '<row r="1"><c r="A1"><v>7</v></c></row>' +
        '<row r="2"><c r="A2"><f>B2*$C$1&lt;2</f><v>2</v></c></row>' +
        '<row r="3"><c r="A3"><f>B3*$C$1&lt;2</f><v>3</v></c></row>',
    );
  });

  it('is unchanged when another cell is edited', () => {
    expect(rowsAfter(shared, at('A2', 7))).toBe(
      shared.replace('<c r="A2"><f t="shared" si="0"/><v>2</v></c>', '<c r="A2"><v>7</v></c>'),
    );
  });

  it('is taken from a later cell that spells it out again', () => {
    const anew = shared.replace('<f t="shared" si="0"/>', '<f t="shared" ref="A2:A3" si="0">D2</f>');
    expect(rowsAfter(anew, at('A1', 7))).toContain(
      '<f>D2</f><v>2</v></c></row><row r="3"><c r="A3"><f>D3</f>',
    );
  });

  it('leaves values behind where it computed a block and one cell of it is edited', () => {
    const block =
      '<row r="1"><c r="A1"><f t="array" ref="A1:B1">C1:D1</f><v>1</v></c><c r="B1"><v>2</v></c></row>' +
      '<row r="2"><c r="A2"><f t="array" ref="A2:B2">C2:D2</f><v>1</v></c></row>';
    const { xml, editor } = edited(rows(block), [at('B1', 9)]);
    expect(xml).toBe(
      rows(
        block
          .replace('<f t="array" ref="A1:B1">C1:D1</f>', '')
          .replace('<c r="B1"><v>2</v></c>', '<c r="B1"><v>9</v></c>'),
      ),
    );
    expect(editor).toMatchObject({ keptFormulas: 1, removedFormulas: 1 });
  });
});

it('lets conditional formats and validations cover the new rows of a table', () => {
  const sheet = (ranges: string) =>
    `<worksheet xmlns:x14="x" xmlns:xm="m"><sheetData/><conditionalFormatting sqref="${ranges}"><cfRule/></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref='${ranges}'/></dataValidations><extLst><x14:conditionalFormatting><xm:sqref>${ranges}</xm:sqref></x14:conditionalFormatting><x14:sparkline><xm:sqref>B2:B3</xm:sqref></x14:sparkline></extLst></worksheet>`;
  const range = { top: 0, left: 0, bottom: 2, right: 1 };
  const table = { name: 'T', range, headerRows: 1, totalsRows: 0, columns: [], columnFormulas: [] };
  const splicer = new XmlSplicer(
    'sheet.xml',
    (made) => new SheetEditor(made, new CellEdits([]), noStyles, new Map(), [{ table, rows: 2 }]),
  );
  expect(splicer.push(Buffer.from(sheet('B2:B3 F1'))).toString()).toBe(sheet('B2:B5 F1'));
});

describe('a new result', () => {
  const row = (cell: string) => rows(`<row r="1">${cell}</row>`);
  const withResult = (cell: string, result: CellEdit['value']) =>
    edited(row(cell), [], noStyles, new Map([[0, result]])).xml;
  it.each<[string, CellEdit['value'], string]>([
    ['<c r="A1" s="2"><f>B1</f><v>1</v></c>', 2.5, '<c r="A1" s="2"><f>B1</f><v>2.5</v></c>'],
    ['<c r="A1"><f>B1</f><v>1</v></c>', 'a<b', '<c r="A1" t="str"><f>B1</f><v>a&lt;b</v></c>'],
    ['<c r="A1" t="str"><f>B1</f><v>a</v></c>', 3, '<c r="A1"><f>B1</f><v>3</v></c>'],
    ['<c r="A1" t="b"><f>B1</f><v>1</v></c>', { error: '#N/A' }, '<c r="A1" t="e"><f>B1</f><v>#N/A</v></c>'],
    ['<c r="A1" t="str"><f>B1</f><v>a</v></c>', null, '<c r="A1"><f>B1</f></c>'],
    [
      '<c r="A1" t="e" vm="1" cm="1"><f t="array" ref="A1">B1</f><v>#VALUE!</v></c>',
      null,
      '<c r="A1" cm="1"><f t="array" ref="A1">B1</f></c>',
    ],
    ['<c r="A1"><f>B1</f></c>', 1, '<c r="A1"><f>B1</f><v>1</v></c>'],
    ['<c r="A1"><f>B1</f><v/></c>', true, '<c r="A1" t="b"><f>B1</f><v>1</v></c>'],
    ['<c r="A1" t="inlineStr"><f>B1</f><is><t>a</t></is></c>', 1, '<c r="A1"><f>B1</f><v>1</v></c>'],
    ['<c r="A1"/>', 1, '<c r="A1"/>'],
  ])('turns %s with %s into %s', (cell, result, wanted) => {
    expect(withResult(cell, result)).toBe(row(wanted));
  });

  it('completes a formula that is written without one', () => {
    const edit = at('A1', null, { formula: 'B1' });
    expect(edited(rows(''), [edit], noStyles, new Map([[0, 7]])).xml).toBe(
      rows('<row r="1"><c r="A1"><f>B1</f><v>7</v></c></row>'),
    );
  });
});

describe('dates', () => {
  const sheet = (formats: string, count: number) =>
    `<styleSheet><cellStyleXfs><xf/></cellStyleXfs><cellXfs count="${count}">${formats}</cellXfs></styleSheet>`;
  const formats =
    '<xf numFmtId="0" fontId="1"/><xf numFmtId="14"/><xf numFmtId="2" fontId="3"><alignment wrapText="1"/></xf>';

  it('keep a style that shows them, and otherwise get one like their own that does', async () => {
    const bytes = Buffer.from(sheet(formats, 3));
    const styles = await DateStyles.read('styles.xml', bytes);
    const meaning = 'date' as const;
    const { xml } = edited(
      rows('<row r="1"><c r="A1" s="1"/><c r="B1" s="2"/></row>'),
      [
        at('A1', 45000, { meaning }),
        at('B1', 45000, { meaning }),
        at('C1', 45000, { meaning }),
        at('D1', 'text', { meaning }),
        at('E1', 45000, { meaning }),
      ],
      styles,
    );
    expect([...xml.matchAll(/<c r="(.1)" s="(\d)"/g)].map(([, place, style]) => `${place}:${style}`)).toEqual(
      ['A1:1', 'B1:3', 'C1:4', 'E1:4'],
    );
    const added =
      '<xf numFmtId="14" fontId="3" applyNumberFormat="1"><alignment wrapText="1"/></xf><xf numFmtId="14" fontId="1" applyNumberFormat="1"/>';
    expect((await styles.addTo('styles.xml', bytes)).toString()).toBe(sheet(formats + added, 5));
  });
});
