import { inferTable } from '@workbook-data-service/sheets';
import { CellKind, plainStyle, type Sheet } from '@workbook-data-service/sheets/grid';
import { describe, expect, test } from 'vitest';
import { CellBudget, GridBuilder } from '../../../sheets/src/grid/grid-builder.js';
import { SheetTexts } from '../../../sheets/src/grid/sheet-texts.js';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { nothingAround } from '../../../sheets/src/spreadsheet/spreadsheet-file.js';
import { type DrawnCell, drawSheet, linesOf, merge, structure } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { columnOfPlace, rowOfPlace } from '../sheet-cells.js';
import { materializeSheet } from './materialize-sheet.js';
import type { MaterializedTable } from './materialized-table.js';
import type { SpecError } from './spec-error.js';

test.each([
  ['whose names contain the words of totals', ['All Shall Perish,2,0', 'Combined Arms,1,0']],
  ['with addresses', ['ann@total.net,2,1', 'bob@gross.net,4,2']],
])('a list of small numbers %s stays a list', (_, rows) => {
  const others = ['Aposepsy,1,0', 'Arsis,1,0', 'Bolt,1,1', 'Carnal,1,0'];
  const lines = ['Title,Label,Price', ...others.slice(0, 2), ...rows, ...others.slice(2)];
  const { sheets, dialect } = readDelimited(Buffer.from(lines.join('\n')), 'list.csv', 'csv');
  const [region] = analyzeSheet(sheets[0] as Sheet, dialect).regions;
  expect(region).toMatchObject({ layout: 'flat', rowRoles: { derived: [], group: [] } });
});

describe('a plain table', () => {
  const text =
    'id,name,since,size (kg)\n1,Oslo,2024-01-31,1.5\n2,Bergen,2024-02-28,2.5\n3,Bodø,2024-03-31,\n';
  const { sheets, dialect } = readDelimited(Buffer.from(text), 'cities.csv', 'csv');
  const sheet = sheets[0] as Sheet;
  const spec = analyzeSheet(sheet, dialect, { baseName: 'cities' });

  test('is one flat region over everything', () => {
    expect(spec.regions).toMatchObject([
      { id: 'r1', kind: 'data', layout: 'flat', headerRows: [0], range: merge(0, 0, 3, 3), steps: [] },
    ]);
  });

  test('is the same as without structuring', () => {
    const plain = inferTable(sheet, dialect);
    const { tables } = materializeSheet(sheet, dialect, spec, 'cities');
    expect(tables.map(({ name, role }) => [name, role])).toEqual([['cities', 'table']]);
    expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual(
      plain?.columns.map(({ name, type }) => [name, type]),
    );
    expect(linesOf(tables[0] as MaterializedTable)[2]).toEqual([2, 'Bergen', 19_781, 2.5]);
  });

  test('reports the cell of every value', () => {
    const { tables } = materializeSheet(sheet, dialect, spec, 'cities');
    const place = tables[0]?.sources[1]?.[2] ?? 0;
    expect([rowOfPlace(place), columnOfPlace(place)]).toEqual([3, 1]);
  });
});

test('a Japanese report: title, unit, accounts with subtotals, note', () => {
  const { tables, spec, reconciliation } = structure([
    ['部門別売上報告'],
    ['単位:百万円'],
    [null],
    ['科目', '2025年4月', '2025年5月', '2025年6月'],
    ['食品部門'],
    ['　野菜', 120, 131, 128],
    ['　果物', 95, 88, 102],
    ['　小計', 215, 219, 230],
    ['衣料部門'],
    ['　紳士', 310, 295, 322],
    ['　婦人', 402, 418, 437],
    ['　小計', 712, 713, 759],
    ['合計', 927, 932, 989],
    [null],
    ['(注)速報値であり、後日訂正されることがある。'],
  ]);
  expect(Object.keys(tables)).toEqual([
    'base_階層1_計算項目',
    'base_階層2',
    'base_階層2_計算項目',
    'base_科目',
    'base_補足情報',
  ]);
  expect(tables.base_階層2?.slice(0, 4)).toEqual([
    ['階層1', '科目', 'period', 'value'],
    ['食品部門', '野菜', '2025年4月', 120],
    ['食品部門', '野菜', '2025年5月', 131],
    ['食品部門', '野菜', '2025年6月', 128],
  ]);
  expect(tables.base_階層2_計算項目?.[1]).toEqual(['食品部門', '小計', '2025年4月', 215]);
  expect(tables.base_階層1_計算項目?.[1]).toEqual(['合計', '2025年4月', 927]);
  expect(tables.base_科目?.slice(0, 3)).toEqual([
    ['account', 'level', 'parent', 'path', 'is_computed', 'sheet_row'],
    ['食品部門', 1, null, '食品部門', 0, 5],
    ['野菜', 2, '食品部門', '食品部門 / 野菜', 0, 6],
  ]);
  expect(tables.base_補足情報?.map((line) => line[2])).toEqual(['cell', 'A1', 'A2', 'A15']);
  const region = spec.regions.find(({ kind }) => kind === 'data');
  expect(region).toMatchObject({ name: 'base', layout: 'report' });
  expect(region?.columns[1]).toMatchObject({ period: '2025-04', unit: '百万円', role: 'period' });
  expect(reconciliation.length).toBeGreaterThan(0);
  expect(reconciliation.every(({ difference }) => difference === 0)).toBe(true);
});

test('periods across become rows, and their total a computed item', () => {
  const { tables, spec } = structure([
    ['Region', 'Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024', 'Total'],
    ['North', 10, 12, 9, 14, 45],
    ['South', 20, 25, 22, 21, 88],
    ['East', 7, 8, 6, 9, 30],
    ['West', 15, 11, 13, 12, 51],
  ]);
  expect(spec.regions[0]?.layout).toBe('crosstab');
  expect(tables.base?.slice(0, 3)).toEqual([
    ['Region', 'period', 'value'],
    ['North', 'Q1 2024', 10],
    ['North', 'Q2 2024', 12],
  ]);
  expect(tables.base).toHaveLength(17);
  expect(tables.base_計算項目?.[1]).toEqual(['North', 'Total', 45]);
});

test('a form makes one row, and the list below it a table of its own', () => {
  const { tables, spec } = structure([
    ['Customer:', 'Harbour Ltd', null, 'Order no.:', 'PO-20417'],
    ['Terms:', '30 days', null, 'Weight (kg):', 120],
    [null],
    ['Item', 'Qty', 'Price'],
    ['Apples', 4, 3],
    ['Pears', 5, 7],
    ['Plums', 9, 8],
  ]);
  const [form, list] = Object.values(tables);
  expect(form).toEqual([
    ['Customer', 'Order no.', 'Terms', 'Weight'],
    ['Harbour Ltd', 'PO-20417', '30 days', 120],
  ]);
  expect(list?.[0]).toEqual(['Item', 'Qty', 'Price']);
  expect(spec.regions[0]?.layout).toBe('form');
  expect(spec.regions[0]?.columns[3]).toMatchObject({
    unit: 'kg',
    cell: { row: 1, column: 4 },
    label: { row: 1, column: 3 },
  });
});

test('indented accounts are split by depth, those with the sums of others among them', () => {
  const { tables } = structure([
    ['Balance sheet'],
    ['Account', '2023', '2024'],
    ['Assets', 900, 960],
    ['   Cash', 300, 320],
    ['   Receivables', 600, 640],
    ['Liabilities', 400, 410],
    ['   Loans', 250, 240],
    ['   Payables', 150, 170],
  ]);
  expect(tables.base_階層1?.slice(0, 2)).toEqual([
    ['Account', 'period', 'value'],
    ['Assets', 2023, 900],
  ]);
  expect(tables.base_階層2?.[1]).toEqual(['Assets', 'Cash', 2023, 300]);
});

test('keys left blank below a label are filled down', () => {
  const { tables } = structure([
    ['Store', 'Product', 'Sold', 'Price'],
    ['Kobe', 'Apples', 120, 1.5],
    [null, 'Pears', 80, 2.25],
    [null, 'Plums', 64, 3.1],
    ['Osaka', 'Apples', 200, 1.4],
    [null, 'Pears', 150, 2.2],
  ]);
  expect(tables.base?.slice(1)).toEqual([
    ['Kobe', 'Apples', 120, 1.5],
    ['Kobe', 'Pears', 80, 2.25],
    ['Kobe', 'Plums', 64, 3.1],
    ['Osaka', 'Apples', 200, 1.4],
    ['Osaka', 'Pears', 150, 2.2],
  ]);
});

test('a sheet that is exactly one table is read by its shape: lone labels become a column', () => {
  const { tables } = structure([
    ['Title', 'Label', 'Price'],
    ['Rock', null, null],
    ['Legacy', '10', 13],
    ['Rust', '13', 26],
    ['Folk', null, null],
    ['Hills', '4', 8],
    ['Rivers', '9', 12],
    ['Jazz', null, null],
    ['Blue', '7', 21],
  ]);
  expect(Object.keys(tables)).toEqual(['base']);
  expect(tables.base?.map(([group, title]) => [group, title])).toEqual([
    ['group', 'Title'],
    ['Rock', 'Legacy'],
    ['Rock', 'Rust'],
    ['Folk', 'Hills'],
    ['Folk', 'Rivers'],
    ['Jazz', 'Blue'],
  ]);
});

test('columns of one measure stay across unless they are periods', () => {
  const { tables } = structure([
    ['Role', 'Mon', 'Tue', 'Wed', 'Thu'],
    ['Speaker', '50%', '40%', '30%', '20%'],
    ['Timer', '10%', '20%', '30%', '40%'],
    ['Host', '40%', '40%', '40%', '40%'],
  ]);
  expect(tables.base?.slice(0, 2)).toEqual([
    ['Role', 'Mon', 'Tue', 'Wed', 'Thu'],
    ['Speaker', 0.5, 0.4, 0.3, 0.2],
  ]);
});

test('rows that share their labels are a list, however the labels are indented', () => {
  const { tables } = structure([
    ['Field', 'Course', 'Hours'],
    ['Art', 'Drawing', 3],
    ['Art', 'Colour', 5],
    ['Art', 'Clay', 2],
    [' Law', 'Trade', 4],
    [' Law', 'Crime', 1],
    [' Law', 'Home', 7],
  ]);
  expect(tables.base).toHaveLength(7);
});

test('a grand total below a list goes to the computed items, the list stays whole', () => {
  const { tables } = structure([
    ['市区町村', '人口', '世帯数'],
    ['東灘区', 213_000, 98_000],
    ['灘区', 136_000, 68_000],
    ['中央区', 147_000, 87_000],
    ['合計', 496_000, 253_000],
  ]);
  expect(tables.base).toHaveLength(4);
  expect(tables.base_計算項目?.[1]).toEqual(['合計', 496_000, 253_000]);
});

test('numbers written for people are numbers, marks for missing values are NULL, codes stay text', () => {
  const { tables, spec } = structure([
    ['収支の状況'],
    ['コード', '項目', '金額', '割合', '計上日'],
    ['001', '収入', '1,234', '12.5%', '令和7年4月1日'],
    ['002', '支出', '△567', '3%', '令和7年4月2日'],
    ['003', '差額', '…', '-', '令和7年5月10日'],
    ['004', '予備', '１２３', '4.5%', '令和7年6月1日'],
  ]);
  expect(spec.regions.find(({ kind }) => kind === 'data')?.columns.map(({ type }) => type)).toEqual([
    'VARCHAR',
    'VARCHAR',
    'BIGINT',
    'DOUBLE',
    'DATE',
  ]);
  expect(tables.base?.slice(1, 4)).toEqual([
    ['001', '収入', 1234, 0.125, 20_179],
    ['002', '支出', -567, 0.03, 20_180],
    ['003', '差額', null, null, 20_218],
  ]);
});

test('a cell that does not fit the type of its column is refused with its position', () => {
  const sheet = drawSheet([
    ['Name', 'Size'],
    ['A', 1],
    ['B', 'big'],
    ['C', 3],
  ]);
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  const size = spec.regions[0]?.columns[1];
  if (size) size.type = 'BIGINT';
  expect(() => materializeSheet(sheet, null, spec, 'base')).toThrow(
    expect.objectContaining({ row: 2, sheetColumn: 1, column: 'Size', text: 'big' }) as SpecError,
  );
});

test('two cells in opposite corners of the largest sheet are read as one plain table', () => {
  const grid = new GridBuilder(new CellBudget());
  const texts = new SheetTexts([]);
  grid.add(0, 0, CellKind.text, texts.add('first'), 0);
  grid.add(1_048_575, 16_383, CellKind.number, 7, 0);
  const sheet = {
    ...nothingAround,
    name: 'S',
    dateSystem: '1900',
    styles: [plainStyle],
    ...grid.finish(),
    texts,
  } as Sheet;
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  expect(spec.regions).toHaveLength(1);
  expect(spec.regions[0]?.reasons[0]?.text).toMatch(/too many cells/);
  expect(materializeSheet(sheet, null, spec, 'base').coverage).toMatchObject({ cells: 2, placed: 2 });
});

test('a sheet in thousands of small pieces is read as one plain table', () => {
  const small = (at: number): DrawnCell[][] => [[`Title ${at}`], ['name', 'count'], [`n${at}`, at], []];
  const sheet = drawSheet(Array.from({ length: 1200 }, (_, at) => small(at)).flat());
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  expect(spec.regions).toMatchObject([
    { confidence: 0.3, reasons: [{ text: expect.stringMatching(/too many pieces/) }] },
  ]);
});

test('a list of one column stays a list, whatever its lines look like', () => {
  const { tables } = structure([[1], [1.5], ['ab'], ['false'], ['test'], ['2016-10-20']]);
  expect(Object.keys(tables)).toEqual(['base']);
});

test('a blank sheet has no regions and no tables', () => {
  const sheet = drawSheet([[' ']]);
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  expect(spec).toMatchObject({ usedRange: null, regions: [] });
  expect(materializeSheet(sheet, null, spec, 'base').tables).toEqual([]);
});

test('a column that adds up the periods is computed, whatever its name', () => {
  const { tables } = structure([
    ['店', '4月', '5月', '6月', '春期'],
    ['東', 120, 131, 142, 393],
    ['西', 217, 228, 239, 684],
    ['南', 314, 325, 336, 975],
  ]);
  expect(tables).toEqual({
    base: [
      ['店', 'period', 'value'],
      ...[
        ['東', '4月', 120],
        ['東', '5月', 131],
        ['東', '6月', 142],
        ['西', '4月', 217],
        ['西', '5月', 228],
        ['西', '6月', 239],
        ['南', '4月', 314],
        ['南', '5月', 325],
        ['南', '6月', 336],
      ],
    ],
    base_計算項目: [
      ['店', 'period', 'value'],
      ['東', '春期', 393],
      ['西', '春期', 684],
      ['南', '春期', 975],
    ],
  });
});

test('a row below that is not taken for a total still decides the type of its column', () => {
  const { tables } = structure([
    ['Field 1', 'Field 2', 'Field 3'],
    ['a', 1, 5],
    ['b', 2, 6],
    ['c', 3, 7],
    ['d', 4, 8],
    ['Ergebnis', 2.5, 26],
  ]);
  const values = Object.values(tables).flatMap((rows) => rows?.slice(1).map((row) => row[1]) ?? []);
  expect(values).toEqual([1, 2, 3, 4, 2.5]);
});

test('a label that closes a block between blank rows is a record without values', () => {
  const { tables } = structure([
    ['Area', 'In RHA', 'Other', 'Winnipeg'],
    [null],
    ['Central 00/01', 35.7, 3.4, 13.5],
    ['05/06', 21.1, 2.8, 13.9],
    [null],
    ['Churchill 00/01', 34.7, 18.9, 44.1],
    ['05/06 (s)'],
    [null],
    ['Nor-Man 00/01', 63.3, 6.4, 14.1],
    ['05/06', 59.6, 4.9, 12.2],
  ]);
  expect(tables.base?.slice(3)).toEqual([
    ['Churchill 00/01', 34.7, 18.9, 44.1],
    ['05/06 (s)', null, null, null],
    ['Nor-Man 00/01', 63.3, 6.4, 14.1],
    ['05/06', 59.6, 4.9, 12.2],
  ]);
});

test('a sum written with decimal commas is computed, and its label leaves the dates', () => {
  const { tables } = structure([
    ['Datum', 'Beleg', 'Betrag'],
    ['12.01.2023', 'E-01', '2.340,00'],
    ['03.05.2023', 'E-02', '618,50'],
    ['17.09.2023', 'E-03', '1.105,20'],
    ['Summe', null, '4.063,70'],
  ]);
  expect(Object.values(tables).map((lines) => lines.length)).toEqual([4, 2]);
  expect(Object.keys(tables)[1]).toMatch(/_計算項目$/);
});

test('numbers with a decimal comma keep their value where periods become rows', () => {
  const text = 'Route;Jan 2025;Feb 2025\nNorth;4,2;3,9\nSouth;2,0;1,8\n';
  const { sheets, dialect } = readDelimited(Buffer.from(text), 'ferry.csv', 'csv');
  const sheet = sheets[0] as Sheet;
  const { tables } = materializeSheet(sheet, dialect, analyzeSheet(sheet, dialect), 'ferry');
  expect(tables.map((table) => linesOf(table).slice(1))).toEqual([
    [
      ['North', 'Jan 2025', 4.2],
      ['North', 'Feb 2025', 3.9],
      ['South', 'Jan 2025', 2],
      ['South', 'Feb 2025', 1.8],
    ],
  ]);
});
