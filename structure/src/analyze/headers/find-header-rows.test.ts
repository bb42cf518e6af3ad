import { expect, test } from 'vitest';
import { merge, structure } from '../../../test-support/structured-sheet.js';
import { CellGrid } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { findHeaderRows } from './find-header-rows.js';

/** The rows above, in and below the header, where lines were taken for header down to `guess`. */
function topOf(guess: number, rows: string[][]) {
  const grid = CellGrid.ofTexts(rows);
  const roles = rows.map((_, row): LineRole => (row < guess ? 'header' : 'data'));
  const range = { top: 0, left: 0, bottom: grid.rowCount - 1, right: grid.columnCount - 1 };
  const { above, header } = findHeaderRows(grid, { kind: 'data', range, roles });
  return { above, header };
}

const records = [
  ['三宮', '520', '61', '9'],
  ['元町', '310', '40', '5'],
  ['灘', '150', '18', '7'],
];

test.each([
  ['a unit over the last column', ['', '', '', '(単位:千円)']],
  ['a day over the last column', ['', '', '', '2024年6月末時点']],
  ['a page', ['', '', '', '1/3']],
  ['a title at the left', ['店舗別売上実績', '', '', '']],
  ['a title and a unit', ['店舗別売上実績', '', '', '単位：百万円']],
  ['a field', ['部署', '営業部', '', '']],
  ['a field in one cell', ['', '', '担当：佐藤', '']],
])('%s is no part of the header', (_, line) => {
  expect(topOf(2, [line, ['店舗', '売上', '費用', '件数'], ...records])).toEqual({ above: [0], header: [1] });
});

test('fields to be filled in, apart from the table, are none either', () => {
  const rows = [['氏名：', '', '合計：', ''], ['', '', '', ''], ['店舗', '売上', '費用', '件数'], ...records];
  expect(topOf(3, rows)).toEqual({ above: [0], header: [2] });
});

test.each([
  ['groups of columns', ['', '本社', '', '支社']],
  ['groups with the corner', ['店舗', '本社', '', '支社']],
  ['years', ['', '2023', '', '2024']],
])('%s over the names are', (_, line) => {
  expect(topOf(2, [line, ['', '売上', '費用', '件数'], ...records]).header).toEqual([0, 1]);
});

test('years are the header, even where one has the number of a footnote', () => {
  expect(topOf(1, [['店舗', '2005', '20061', '2007'], ...records]).header).toEqual([0]);
});

test('a year alone, like another further below, heads the rows that follow', () => {
  const years = [['2002', '', '', ''], ...records, ['2007', '', '', ''], ...records];
  expect(topOf(2, [['店舗', '売上', '費用', '件数'], ...years]).header).toEqual([0]);
});

test('a label alone below the names, with none of its own, is the name of the first column', () => {
  expect(topOf(1, [['', '売上', '費用', '件数'], ['店舗', '', '', ''], ...records]).header).toEqual([0, 1]);
});

test.each([
  ['other labels are alone too', [['関西', '', '', '']]],
  ['the rows are added up', [['合計', '980', '119', '21']]],
])('it heads the rows below where %s', (_, below) => {
  const rows = [['関東', '', '', ''], ...records, ...below, ...records];
  expect(topOf(1, [['', '売上', '費用', '件数'], ...rows]).header).toEqual([0]);
});

test.each([
  ['units', ['', '千円', '千円', '人']],
  ['numbers of columns', ['(1)', '(2)', '(3)', '(4)']],
  ['numbers of columns, one computed from others', ['(1)', '(2)', '(3)', '(4) = (2) - (3)']],
  ['letters of columns', ['', 'A', 'B', 'C=A+B']],
  ['a second name', ['', '本社分', '支社分', '全社分']],
])('%s below the names belong to the header', (_, line) => {
  expect(topOf(1, [['店舗', '売上', '費用', '件数'], line, ...records]).header).toEqual([0, 1]);
});

test.each([
  [
    'two columns',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'three columns',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7', '8', '9'],
    ],
  ],
  [
    'an id',
    [
      ['id', 'rank'],
      ['1', '2'],
      ['2', '5'],
      ['3', '1'],
    ],
  ],
])('a first record that happens to count up is no part of the header: %s', (_, rows) => {
  expect(topOf(1, rows).header).toEqual([0]);
});

test('a label alone below the names heads the rows that follow', () => {
  expect(topOf(2, [['店舗', '売上', '費用', '件数'], ['東部'], ...records]).header).toEqual([0]);
});

test('two fields beside each other are no part of the header', () => {
  const wide = records.map((record) => [...record, '4']);
  const names = ['店舗', '売上', '費用', '件数', '客数'];
  const line = ['部署', '営業部', '', '担当', '佐藤'];
  expect(topOf(2, [line, names, ...wide])).toEqual({ above: [0], header: [1] });
});

test('the first record is no header', () => {
  expect(topOf(2, [['店舗', '売上', '費用', '件数'], ...records]).header).toEqual([0]);
});

test('a table may have no header: its first row is a record like the others', () => {
  expect(topOf(1, [['新長田', '95', '12', '4'], ...records]).header).toEqual([]);
});

test.each([
  ['a scale', ['駅', '5', '10', '15']],
  ['years', ['駅', '2022', '2023', '2024']],
  ['numbering out of order', ['駅', '1', '3', '2']],
])('%s is a header of numbers', (_, line) => {
  expect(topOf(1, [line, ...records]).header).toEqual([0]);
});

test('a header of numbers may be over blanks, and the first of many rankings is none', () => {
  const sparse = [
    ['甲', '', '4', '3'],
    ['乙', '2', '', '5'],
    ['丙', '5', '1', ''],
  ];
  expect(topOf(1, [['会員', '1', '2', '3'], ...sparse]).header).toEqual([0]);
  const rankings = ['312', '231', '213', '321'].map((ranks, at) => [`審査員${at}`, ...ranks]);
  expect(topOf(1, rankings).header).toEqual([]);
});

test('a row of marks for no value is a record', () => {
  const marks = ['前年', '－', '－', '－'];
  expect(topOf(2, [['店舗', '売上', '費用', '件数'], marks, ...records]).header).toEqual([0]);
});

test('a unit below the name of a group is more of it, not a line over the table', () => {
  const groups = ['', '人数', '', '割合'];
  expect(topOf(3, [groups, ['', '', '', '(%)'], ['店舗', '男', '女', '計'], ...records]).header).toEqual([
    0, 1, 2,
  ]);
});

test('a label alone in its row heads the rows below it if others stand in the same place', () => {
  const rows = [
    ['店舗', '売上', '費用', '件数'],
    ['', '2023年', '', ''],
    ...records,
    ['', '2024年', '', ''],
    ...records,
  ];
  expect(topOf(2, rows)).toEqual({ above: [], header: [0] });
});

test('a first record of fractions, or of numbers like those below it, names nothing', () => {
  const values = [
    ['Bal week', '29', '32', '31', '33.5'],
    ['Next week', '29', '31', '30', '32'],
    ['Bal month', '30.5', '34', '34', '36'],
  ];
  expect(topOf(1, [['Daily', '29', '32', '33', '35'], ...values]).header).toEqual([]);
  expect(topOf(1, [['Cal 2013', '32.06', '1.2', '3.46', '0.4'], ...values.slice(1)]).header).toEqual([]);
  expect(topOf(1, [['Hours', '100', '200', '300', '400'], ...values]).header).toEqual([0]);
});

test('a number alone below the header is a value', () => {
  const names = ['', 'Price', 'Bid', 'Offer'];
  expect(topOf(2, [names, ['', '0', '', ''], ...records]).header).toEqual([0]);
});

test('labels that stand alone between the columns below the header are those of groups', () => {
  const group = (name: string) => [
    ['', '', name, ''],
    ['before', '', '', ''],
  ];
  const rows = [...group('All'), ...records, ...group('Births'), ...records];
  expect(topOf(3, [['Ward', 'A', 'B', 'C'], ...rows]).header).toEqual([0]);
});

test('a row of zeros, or one that says the same in each column as those below, names nothing', () => {
  expect(topOf(1, [['', '0', '0', ''], ...records]).header).toEqual([]);
  const copied = ['Order', 'Header', 'ExpiryDate', 'ID'].map((name) => [name, name]);
  expect(topOf(1, copied).header).toEqual([]);
});

test('a line merged over the same columns as the titles above is a title like them', () => {
  const { spec } = structure(
    [
      [null, 'BUREAU OF BEER'],
      [],
      [null, 'Barrels by state'],
      [],
      [null, 'MARCH 12, 2020'],
      [],
      ['State', 2016, 2017, 2018, 2019],
      ['AK', 50920, 52278, 54395, 58519],
      ['AL', 1157, 1459, 1547, 1810],
      ['AR', 882, 1081, 1318, 1144],
    ],
    [0, 2, 4].map((row) => merge(row, 1, row, 3)),
  );
  const columns = spec.regions.find(({ kind }) => kind === 'data')?.columns ?? [];
  expect(columns.map(({ name }) => name)).toEqual(['State', '2016', '2017', '2018', '2019']);
});

test('names of all columns over codes for some of them are no title', () => {
  const rows = [
    ['行コード', '数量単位', '部門名'],
    ['row_code', 'q_unit', ''],
    ['0111011', 't', '米'],
    ['0111012', 't', '稲わら'],
    ['0121019', '頭', '牛'],
  ];
  expect(topOf(2, rows)).toEqual({ above: [], header: [0, 1] });
});

test('a row of names without a label is part of the header, though it repeats some of them', () => {
  const rows = [
    ['Ward', 'Ballots', 'Mayor', 'Mayor', 'Mayor', 'Mayor'],
    ['', '', 'DEM', 'WOR', 'WEP', 'REF'],
    ['', 'Cast', 'Ann', 'Ann', 'Ann', 'Ann'],
  ];
  const wards = [1, 2, 3].map((ward) => [`North ${ward}`, '574', '300', '25', '5', '21']);
  expect(topOf(2, [...rows, ...wards]).header).toEqual([0, 1, 2]);
});

test('a label between blank rows below its name heads the rows that follow', () => {
  const rows = [
    ['Region', 'Shop', 'Sales', 'Costs'],
    ['', '', '', ''],
    ['', 'Downtown', '', ''],
    ['', '', '', ''],
  ];
  const shops = records.map(([region = '', , ...values]) => [region, `${region} 1`, ...values]);
  expect(topOf(3, [...rows, ...shops]).header).toEqual([0]);
  expect(topOf(3, [...rows, ...records]).header).toEqual([0, 2]);
});

test('a label merged over all columns below the names heads a group', () => {
  const { tables } = structure(
    [
      [null, 'Spanish', 'Foreign'],
      ['Both sexes', null, null],
      ['2022', 2515837, 5018676],
      ['2021', 2408494, 4913914],
      ['2020', 2317783, 4913412],
    ],
    [merge(1, 0, 1, 2)],
  );
  expect(tables.base?.slice(0, 2)).toEqual([
    ['group', 'item', 'Spanish', 'Foreign'],
    ['Both sexes', 2022, 2515837, 5018676],
  ]);
});

test('measured numbers are a record, even beside a word where others have numbers', () => {
  const quarters = ['2019q1', '2', '3', '2019q4', '5', '6', '7', '8'];
  const { tables } = structure(
    quarters.map((quarter, at) => [24.020132 + at / 7, 8.560592 + ((at * 5) % 3) / 7, quarter]),
  );
  expect(tables.base).toHaveLength(9);
});

test('a first row of words with a code like those below it is a record', () => {
  const rows = [
    ['Sat 1', 'Jumble sale', 'Village hall'],
    ['Fri 14', 'Quiz night', 'The Crown'],
    ['Sat 5', 'Spring fair', 'Green'],
    ['Wed 30', 'Annual meeting', 'Village hall'],
  ];
  expect(topOf(1, rows).header).toEqual([]);
});

test('the days of the week below days are names too', () => {
  const roster = [
    ['Name', '6/1', '6/2', '6/3'],
    ['', 'Sun', 'Mon', 'Tue'],
    ['Ann', 'early', 'off', 'late'],
    ['Bob', 'off', 'late', 'early'],
    ['Eve', 'late', 'early', 'off'],
  ];
  expect(topOf(1, roster).header).toEqual([0, 1]);
});
