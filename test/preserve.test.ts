import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, inlineCell, openBook, zip } from './support/files.js';
import { CalledService } from './support/service.js';
import { entriesOf } from './support/zip-entries.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
});

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const number = (ref: string, value: number, style = 0) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`;
/** A list of sales from row 3, with bold headings, a shared formula, a gap and a note far to the right. */
const salesSheet = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${main}"><dimension ref="B3:E7"/><sheetData>
<row r="3" ht="30">${['item', 'qty', 'price', 'total'].map((name, i) => inlineCell(`${'BCDE'[i]}3`, name)).join('')}</row>
<row r="4">${inlineCell('B4', 'pen')}${number('C4', 2)}${number('D4', 1.5, 1)}<c r="E4"><f t="shared" ref="E4:E7" si="0">C4*D4</f><v>3</v></c></row>
<row r="5">${inlineCell('B5', 'ink')}${number('C5', 1)}${number('D5', 7, 1)}<c r="E5"><f t="shared" si="0"/><v>7</v></c></row>
<row r="7">${inlineCell('B7', 'pad')}${number('C7', 4)}${number('D7', 2, 1)}<c r="E7"><f t="shared" si="0"/><v>8</v></c></row>
</sheetData><conditionalFormatting sqref="C4:C9"/></worksheet>`;

/** A realistic workbook: styles, a sheet that is not a table, a chart, a calculation chain. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/charts/chart1.xml': '<chart>whatever it is</chart>',
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/><sheet name="Rates" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': salesSheet,
  'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData><row r="1">${inlineCell('A1', 'rate')}</row><row r="2">${number('A2', 0.2)}</row></sheetData></worksheet>`,
};
const uploadedFile = zip(Object.entries(parts).map(([name, content]) => ({ name, content })));

async function uploaded(name = 'shop.xlsx', content: Uint8Array = uploadedFile): Promise<string> {
  const workbook = await api.workbook('Shop');
  const { status } = await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
  expect(status).toBe(201);
  return workbook;
}

const preserved = (workbook: string, more: object = {}) =>
  api.post(`${workbook}/export`, { formula_mode: 'preserve', ...more });
const upsert = async (workbook: string, ...rows: object[]) => {
  const { status } = await api.post(`${workbook}/tables/Sales/rows/upsert`, { rows, expected_version: null });
  expect(status).toBe(200);
};
const formulasOf = (answer: { headers: Headers }) => answer.headers.get('x-svc-preserved-formulas');

describe('tables of one uploaded workbook', () => {
  test('are exported as the uploaded file itself if nothing was edited', async () => {
    const answer = await preserved(await uploaded());
    expect(Buffer.from(answer.bytes).equals(uploadedFile)).toBe(true);
    expect(formulasOf(answer)).toBe('3');
    expect(answer.headers.get('content-disposition')).toContain('filename="Shop.xlsx"');
  });

  test('are written into it only where they were edited', async () => {
    const workbook = await uploaded();
    await upsert(
      workbook,
      { __svc_row_id: 2, item: 'red ink' },
      { item: 'cup', qty: 4, price: 2.25, total: 9 },
    );
    const answer = await preserved(workbook);
    const after = await entriesOf(answer.bytes);
    expect([...after.keys()]).toEqual(Object.keys(parts));
    const changed = [...after].filter(([name, content]) => content !== parts[name]).map(([name]) => name);
    expect(changed).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml']);
    expect(after.get('xl/workbook.xml')).toContain('<calcPr fullCalcOnLoad="1"/>');
    expect(after.get('xl/worksheets/sheet1.xml')).toBe(
      salesSheet
        .replace('B3:E7', 'B3:E8')
        .replace(inlineCell('B5', 'ink'), inlineCell('B5', 'red ink'))
        .replace(
          '</sheetData>',
          `<row r="8">${inlineCell('B8', 'cup')}<c r="C8"><v>4</v></c><c r="D8" s="1"><v>2.25</v></c><c r="E8"><v>9</v></c></row></sheetData>`,
        ),
    );
    expect(formulasOf(answer)).toBe('3');
  });

  test('show results that follow from the edits, on every sheet, and none that no longer holds', async () => {
    const rates = parts['xl/worksheets/sheet2.xml'] ?? '';
    const formulas = [
      ['B2', 'SUM(Sales!E4:E7)*A2', 3.6],
      ['C2', '_xlfn.XLOOKUP("ink",Sales!B4:B7,Sales!E4:E7)', 7],
      ['D2', '_xlfn.XLOOKUP("ink",Sales!B4:B7,Sales!B4:B7)', 0],
    ].map(([place, formula, value]) => `<c r="${place}"><f>${formula}</f><v>${value}</v></c>`);
    const other = rates.replace('</row></sheetData>', `${formulas.join('')}</row></sheetData>`);
    const content = Object.entries({ ...parts, 'xl/worksheets/sheet2.xml': other });
    const file = zip(content.map(([name, part]) => ({ name, content: part })));
    const workbook = await uploaded('shop.xlsx', file);
    await upsert(workbook, { __svc_row_id: 2, qty: 3 });
    const answer = await preserved(workbook, { tables: ['Sales'] });
    const after = await entriesOf(answer.bytes);
    expect(after.get('xl/worksheets/sheet1.xml')).toBe(
      salesSheet
        .replace('<c r="C5" s="0"><v>1</v>', '<c r="C5"><v>3</v>')
        .replace('<v>7</v></c></row>', '<v>21</v></c></row>'),
    );
    expect(after.get('xl/worksheets/sheet2.xml')).toBe(
      other.replace('<v>3.6</v>', '<v>6.4</v>').replace('E7)</f><v>7</v>', 'E7)</f>'),
    );
    expect(formulasOf(answer)).toBe('3');
    const again = await uploaded('again.xlsx', Buffer.from(answer.bytes));
    const { body } = await api.get(`${again}/tables/Sales/rows`);
    expect(body.rows.map(({ total }: { total: number }) => total)).toEqual([3, 21, 8]);
  });

  test('lose the formula of an overwritten cell, but not those of cells that shared it', async () => {
    const workbook = await uploaded();
    await upsert(workbook, { __svc_row_id: 1, total: 99 });
    const answer = await preserved(workbook);
    const { Sales = {} } = openBook(answer.bytes).Sheets;
    expect(Sales.E4).toMatchObject({ t: 'n', v: 99 });
    expect([Sales.E4, Sales.E5, Sales.E7].map((cell) => (cell as { f?: string }).f)).toEqual([
      undefined,
      'C5*D5',
      'C7*D7',
    ]);
    expect(formulasOf(answer)).toBe('2');
  });

  test('reflect deleted rows, renamed, dropped and added columns, and formula columns', async () => {
    const workbook = await uploaded();
    const table = `${workbook}/tables/Sales`;
    const expected_version = null;
    await api.post(`${table}/rows/delete`, { row_ids: [2], expected_version });
    await api.patch(`${table}/columns/item`, { new_name: 'article', expected_version });
    const { edit_version } = (await api.get(`${table}/columns`)).body;
    await api.delete(`${table}/columns/price?expected_version=${edit_version}`);
    await api.post(`${table}/columns`, { column: 'day', type: 'DATE', expected_version });
    await api.put(`${table}/formulas`, { column: 'double', formula: '=[qty]*2', expected_version });
    await upsert(workbook, { __svc_row_id: 3, day: '2026-01-05' });
    const answer = await preserved(workbook);
    const { Sales = {} } = openBook(answer.bytes).Sheets;
    const at = (cell: string) => Sales[cell] as { v?: unknown; f?: string; z?: string } | undefined;
    expect(['B3', 'C3', 'D3', 'E3', 'F3', 'G3'].map((cell) => at(cell)?.v)).toEqual([
      'article',
      'qty',
      undefined,
      'total',
      'day',
      'double',
    ]);
    expect(['B5', 'C5', 'D4', 'D5', 'E5'].map((cell) => at(cell)?.v)).toEqual(Array(5).fill(undefined));
    expect(at('F7')).toMatchObject({ v: 46_027, z: 'm/d/yy' });
    expect([at('G4')?.f, at('G4')?.v, at('G5'), at('G7')?.f]).toEqual(['C4*2', 4, undefined, 'C7*2']);
    expect(formulasOf(answer)).toBe('4');
  });

  test('may be selected by name', async () => {
    const workbook = await uploaded();
    expect(formulasOf(await preserved(workbook, { tables: ['Rates'] }))).toBe('0');
    expect(formulasOf(await preserved(workbook, { tables: ['Sales'], include_row_ids: true }))).toBe('3');
  });

  test('keep the macros of their file', async () => {
    const types = parts['[Content_Types].xml'] ?? '';
    const macros = types.replace(
      `${type}.sheet.main+xml`,
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    );
    const content = zip(
      Object.entries({ ...parts, '[Content_Types].xml': macros }).map(([name, part]) => ({
        name,
        content: part,
      })),
    );
    const { headers } = await preserved(await uploaded('shop.xlsm', content));
    expect(headers.get('content-type')).toBe('application/vnd.ms-excel.sheet.macroEnabled.12');
    expect(headers.get('content-disposition')).toContain('filename="Shop.xlsm"');
  });
});

describe('rows added to an Excel table', () => {
  const listSheet = (last: string, end: number) => `<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>
<row r="1">${['item', 'qty', 'price', 'total'].map((name, i) => inlineCell(`${'ABCD'[i]}1`, name)).join('')}</row>
<row r="2">${inlineCell('A2', 'pen')}${number('B2', 2)}${number('C2', 1.5, 1)}<c r="D2" s="1"><f>List[[#This Row],[qty]]*List[[#This Row],[price]]</f><v>3</v></c></row>
<row r="3">${inlineCell('A3', 'ink')}${number('B3', 1)}${number('C3', 7, 1)}<c r="D3" s="1"><f>List[[#This Row],[qty]]*List[[#This Row],[price]]</f><v>7</v></c></row>${last}
</sheetData><conditionalFormatting sqref="D2:D${end}"><cfRule/></conditionalFormatting><dataValidations><dataValidation type="whole" sqref="B2:B${end}"/></dataValidations><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`;
  const table = (end: number, totals = 0) =>
    `<table xmlns="${main}" id="1" name="List" displayName="List" ref="A1:D${end + totals}"${totals ? ' totalsRowCount="1"' : ''}><autoFilter ref="A1:D${end}"/><tableColumns count="4"><tableColumn id="1" name="item"/><tableColumn id="2" name="qty"/><tableColumn id="3" name="price"/><tableColumn id="4" name="total"><calculatedColumnFormula>List[[#This Row],[qty]]*List[[#This Row],[price]]</calculatedColumnFormula></tableColumn></tableColumns></table>`;
  const summary = (total: number, extra = '') =>
    `<worksheet xmlns="${main}"><sheetData><row r="1">${inlineCell('A1', 'sum')}</row><row r="2"><c r="A2"><f>SUM(List[total])</f><v>${total}</v></c>${extra}</row></sheetData></worksheet>`;
  const files = (last = '', totals = 0, extra = '') => ({
    ...parts,
    'xl/worksheets/sheet1.xml': listSheet(last, 3),
    'xl/worksheets/sheet2.xml': summary(10, extra),
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/table" Target="../tables/table1.xml"/></Relationships>`,
    'xl/tables/table1.xml': table(3, totals),
  });
  const open = (content: Record<string, string>) =>
    uploaded('list.xlsx', zip(Object.entries(content).map(([name, part]) => ({ name, content: part }))));
  const row = (r: number, item: string, qty: number, price: number, total: string) =>
    `<row r="${r}">${inlineCell(`A${r}`, item)}<c r="B${r}"><v>${qty}</v></c><c r="C${r}" s="1"><v>${price}</v></c><c r="D${r}" s="1">${total}</c></row>`;
  const formula = '<f>List[[#This Row],[qty]]*List[[#This Row],[price]]</f>';

  test('are in its range, its filter, its calculated columns, its formats and its validations', async () => {
    const workbook = await open(files());
    await upsert(workbook, { item: 'cup', qty: 4, price: 2 }, { item: 'mug', qty: 1, price: 3, total: 99 });
    const after = await entriesOf((await preserved(workbook)).bytes);
    expect(after.get('xl/tables/table1.xml')).toBe(table(5));
    const added = row(4, 'cup', 4, 2, `${formula}<v>8</v>`) + row(5, 'mug', 1, 3, '<v>99</v>');
    expect(after.get('xl/worksheets/sheet1.xml')).toBe(
      listSheet('', 5).replace('\n</sheetData>', `\n${added}</sheetData>`),
    );
    expect(after.get('xl/worksheets/sheet2.xml')).toBe(summary(117));
  });

  const totals = `<row r="4">${inlineCell('A4', 'Total')}<c r="B4" s="1"><f>SUM(B2:B3)</f><v>3</v></c><c r="C4"/><c r="D4"><f>SUBTOTAL(109,List[total])</f><v>10</v></c></row>`;

  test('push its totals down', async () => {
    const workbook = await open(files(totals, 1, '<c r="B2"><f>List[[#Totals],[qty]]</f><v>3</v></c>'));
    await upsert(workbook, { item: 'cup', qty: 4, price: 2 }, { __svc_row_id: 3, item: 'Sum' });
    const { bytes } = await preserved(workbook);
    const after = await entriesOf(bytes);
    expect(after.get('xl/tables/table1.xml')).toBe(table(4, 1));
    const moved = `<row r="5">${inlineCell('A5', 'Sum')}<c r="B5" s="1"><f>SUM(B2:B4)</f><v>7</v></c><c r="D5"><f>SUBTOTAL(109,List[total])</f><v>18</v></c></row>`;
    expect(after.get('xl/worksheets/sheet1.xml')).toBe(
      listSheet(`${row(4, 'cup', 4, 2, `${formula}<v>8</v>`)}\n${moved}`, 4).replace(`${moved}\n`, moved),
    );
    expect(after.get('xl/worksheets/sheet2.xml')).toContain(
      '</f><v>18</v></c><c r="B2"><f>List[[#Totals],[qty]]</f><v>7</v>',
    );
  });

  test('are refused where its totals would move away from a reference, or onto other cells', async () => {
    const far = await open(files(totals, 1, '<c r="B2"><f>Sales!B4</f><v>3</v></c>'));
    await upsert(far, { item: 'cup' });
    expect((await preserved(far)).body.detail).toContain('totals of the Excel table List');
    const blocked = await open(files(`<row r="5">${inlineCell('C5', '  ')}</row>`));
    await upsert(blocked, { item: 'cup' }, { item: 'mug' });
    expect((await preserved(blocked)).body.detail).toContain('C5');
  });
});

test('tables without an uploaded workbook become a new file with live formulas', async () => {
  const workbook = await api.workbook();
  const columns = [{ name: 'qty', type: 'BIGINT' }];
  await api.post(`${workbook}/tables`, { name: 'stock', columns });
  await api.post(`${workbook}/tables/stock/rows/upsert`, {
    rows: [{ qty: 2 }, { qty: 3 }],
    expected_version: 1,
  });
  await api.put(`${workbook}/tables/stock/formulas`, {
    column: 'twice',
    formula: '=[qty]*2',
    expected_version: 2,
  });
  const answer = await preserved(workbook);
  const { stock = {} } = openBook(answer.bytes).Sheets;
  expect(stock.B3).toMatchObject({ f: 'A3*2', v: 6 });
  expect(stock.C1).toBeUndefined();
  expect(formulasOf(answer)).toBe('2');
  const values = await api.post(`${workbook}/export`, {});
  expect(formulasOf(values)).toBe('0');
  expect(openBook(values.bytes).Sheets.stock?.B3).not.toHaveProperty('f');
  expect(formulasOf(await api.post(`${workbook}/export`, { format: 'csv' }))).toBeNull();
});

test('tables of a file that cannot be written into become a new file too', async () => {
  const workbook = await uploaded('stock.csv', Buffer.from('qty\n2\n3\n'));
  await api.put(`${workbook}/tables/stock/formulas`, {
    column: 'twice',
    formula: '=[qty]*2',
    expected_version: 1,
  });
  const answer = await preserved(workbook);
  expect(openBook(answer.bytes).Sheets.stock?.B3).toMatchObject({ f: 'A3*2', v: 6 });
  expect(answer.headers.get('content-disposition')).toContain('.xlsx"');
});

describe('formula_mode=preserve is refused', () => {
  const refusal = async (workbook: string, more: object = {}) => {
    const { status, body } = await preserved(workbook, more);
    expect([status, body.type]).toEqual([422, '/problems/invalid-request']);
    return JSON.stringify(body);
  };

  test('for an unknown mode, with the two known ones', async () => {
    const problem = await refusal(await uploaded(), { formula_mode: 'generate' });
    expect(problem).toContain('values');
    expect(problem).toContain('preserve');
  });

  test('for csv', async () => {
    expect(await refusal(await uploaded(), { format: 'csv' })).toContain('formula_mode=values');
  });

  test('for rows that would cover cells below the table', async () => {
    const blank = `<row r="9">${inlineCell('C9', '  ')}</row></sheetData>`;
    const sheet = salesSheet.replace('</sheetData>', blank);
    const content = Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
    const workbook = await uploaded(
      'shop.xlsx',
      zip(content.map(([name, part]) => ({ name, content: part }))),
    );
    await upsert(workbook, { qty: 1 });
    expect((await preserved(workbook)).status).toBe(200);
    await upsert(workbook, { qty: 2 });
    const problem = await refusal(workbook);
    expect(problem).toContain('C9');
    expect(problem).toContain('formula_mode=values');
  });

  test('for tables with and without a file, and tables of several files, by name', async () => {
    const workbook = await uploaded();
    await api.post(`${workbook}/tables`, { name: 'by hand', columns: [{ name: 'a' }] });
    expect(await refusal(workbook)).toContain('by hand');
    const list = { name: 'list.csv', content: 'a\n1\n' };
    await api.upload(`${workbook}/sources`, list, { structuring: 'skip' });
    expect(await refusal(workbook, { tables: ['Sales', 'list'] })).toContain('list');
    expect((await preserved(workbook, { tables: ['Sales', 'Rates'] })).status).toBe(200);
    const other = { name: 'other.xlsx', content: book('xlsx', { One: [['a'], [1]] }) };
    await api.upload(`${workbook}/sources`, other, { structuring: 'skip' });
    const problem = await refusal(workbook, { tables: ['Sales', 'other'] });
    expect(problem).toContain('shop.xlsx');
    expect(problem).toContain('other.xlsx');
  });
});
