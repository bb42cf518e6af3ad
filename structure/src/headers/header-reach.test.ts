import type { CellStyle } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../test-support/structured-sheet.js';
import { SheetCells } from '../sheet-cells.js';
import { readHeader } from './read-header.js';

/** The names of the columns below some rows of a header. */
function namesOf(header: DrawnCell[][], ...records: (string | number)[][]): string[] {
  const sheet = drawSheet([...header, ...records]);
  const range = { top: 0, left: 0, bottom: sheet.rowCount - 1, right: sheet.columns.length - 1 };
  const columns = sheet.columns.map((_, column) => column);
  return readHeader(new SheetCells(sheet), range, [...header.keys()], columns).map((labels) =>
    labels.map(({ text }) => text).join(' '),
  );
}

test('a label does not reach from below one group to below the next', () => {
  const header = [
    ['Area', 'Departments', null, 'Enrolment', null],
    [null, 'In', 'Totally', null, null],
    [null, 'universe', 'imputed', 'full', 'part'],
  ];
  expect(namesOf(header, ['Physics', 586, 3, 26, 9], ['Biology', 197, 1, 45, 7])).toEqual([
    'Area',
    'Departments In universe',
    'Departments Totally imputed',
    'Enrolment full',
    'Enrolment part',
  ]);
});

test('the label of the first column does not reach over the figures', () => {
  const header = [
    ['YEAR', null, null],
    ['MONTH', 'TOTAL', 'CHAP. 7'],
  ];
  expect(namesOf(header, [200504, 167, 132], [200505, 152, 119])).toEqual(['YEAR MONTH', 'TOTAL', 'CHAP. 7']);
});

test('a label over figures reaches over texts only if their name needs it', () => {
  const last = [3, 64.4, '工事中'];
  expect(
    namesOf(
      [
        ['', '平成11年', null, null],
        ['路線', '台数', '速度', '備考'],
      ],
      ['甲', ...last],
    )[3],
  ).toBe('備考');
  const days = ['地区', '週', '曜日', '週', '曜日'];
  expect(namesOf([['', '燃えない', null, '缶', null], days], ['灘', 13, '金', 24, '水'])).toEqual([
    '地区',
    '燃えない 週',
    '燃えない 曜日',
    '缶 週',
    '缶 曜日',
  ]);
});

test('a name that is broken over two rows does not reach over the figures beside it', () => {
  const header = [
    [null, 'FIPS', null, null],
    ['State', 'Code', '2007', '2008'],
    [null, null, 'Total', 'Total'],
  ];
  expect(namesOf(header, ['Alabama', '01000', 25, 17], ['Alaska', '02000', 17, 9])).toEqual([
    'State',
    'FIPS Code',
    '2007 Total',
    '2008 Total',
  ]);
});

test('a label in the middle of several is over all of the first', () => {
  const header = [
    [null, null, null, '転倒の有無', null, null],
    ['区分', '計', 'あり', null, 'なし', null],
    [null, null, '件数', '割合', '件数', '割合'],
  ];
  expect(namesOf(header, ['死亡', 90, 30, 33, 60, 67], ['負傷', 80, 20, 25, 60, 75])).toEqual([
    '区分',
    '計',
    '転倒の有無 あり 件数',
    '転倒の有無 あり 割合',
    '転倒の有無 なし 件数',
    '転倒の有無 なし 割合',
  ]);
});

test('a row that says that it has the units adds nothing to the name of the labels', () => {
  const header = [
    ['Year', 'Total', 'South'],
    ['Unit indicator', '(2005 = 100)', '(percent)'],
  ];
  expect(namesOf(header, [2004, 93, 1], [2005, 100, 7])).toEqual([
    'Year',
    'Total (2005 = 100)',
    'South (percent)',
  ]);
});

test('the number of a footnote behind a year among years is no part of it', () => {
  expect(namesOf([['Offense', '2005', '20061', '2007']], ['Murder', 16_740, 17_030, 16_929])).toEqual([
    'Offense',
    '2005',
    '2006',
    '2007',
  ]);
});

test('a name that goes on in small letters does not reach over a name of its own', () => {
  const header = [
    [null, 'Number', null, null],
    ['State', 'of', 'Total', null],
    [null, 'bridges', 'number', 'Percent'],
  ];
  expect(namesOf(header, ['Alabama', 15_909, 3927, 24.7], ['Alaska', 1201, 321, 26.7])).toEqual([
    'State',
    'Number of bridges',
    'Total number',
    'Percent',
  ]);
});

test('what runs across is no part of the name of the rows', () => {
  const header = [
    ['年', '2022年', '2023年', '2024年'],
    ['年齢層', null, null, null],
  ];
  expect(namesOf(header, ['15歳以下', 16, 13, 12], ['16歳以上', 241, 222, 170])[0]).toBe('年齢層');
});

test('labels in the middle of their columns are over all of them, if that leaves none out', () => {
  const header = [
    [null, 'Hours', null, 'First aid', null, null, 'Medical', null],
    ['Plant', 'worked', 'Month', 'YTD', 'Last', 'Month', 'YTD', 'Last'],
  ];
  expect(namesOf(header, ['North', 12390, 0, 0, 2, 1, 4, 3], ['South', 12074, 1, 3, 0, 2, 5, 0])).toEqual([
    'Plant',
    'Hours worked',
    'First aid Month',
    'First aid YTD',
    'First aid Last',
    'Medical Month',
    'Medical YTD',
    'Medical Last',
  ]);
  const others = [
    [null, null, 'Men', null, 'Women', null],
    ['Area', 'All', 'n', 'share', 'number', 'part'],
  ];
  expect(namesOf(others, ['North', 12, 5, 41.7, 7, 58.3], ['South', 20, 5, 25, 15, 75]).slice(1, 4)).toEqual([
    'All',
    'Men n',
    'Men share',
  ]);
});

const lined = (value: string, ...edges: string[]) => ({
  value,
  style: {
    borders: Object.fromEntries(
      ['left', 'right', 'top', 'bottom'].map((edge) => [edge, edges.includes(edge) ? 'thin' : null]),
    ) as unknown as CellStyle['borders'],
  },
});

test('a label does not reach over a line to a blank that is one box with the name below it', () => {
  const header = [
    ['Ward', lined('Natural', 'right'), null, null, lined('Moved', 'bottom'), null],
    [null, lined('', 'right'), lined('births', 'right'), 'deaths', lined('in', 'right'), 'out'],
    [null, lined('change', 'right'), null, null, null, null],
  ];
  expect(namesOf(header, ['North', 5, 20, 15, 30, 28], ['South', 2, 10, 8, 12, 19])).toEqual([
    'Ward',
    'Natural change',
    'births',
    'deaths',
    'Moved in',
    'Moved out',
  ]);
});

test('a label is over all columns of the box that lines make around it, with names below it or without', () => {
  const header = [
    [
      null,
      lined('Year', 'right'),
      lined('', 'bottom'),
      lined('Per head', 'bottom'),
      lined('', 'right', 'bottom'),
      null,
    ],
    ['Item', null, lined('City', 'right'), lined('Others', 'right'), lined('Change', 'right'), null],
  ];
  expect(
    namesOf(header, ['Staff', 2024, 74.2, 62.4, 11.8], ['Debt', 2024, 38.1, 34.6, 3.5]).slice(2, 5),
  ).toEqual(['Per head City', 'Per head Others', 'Per head Change']);
  const total = [
    ['Part', lined('Total', 'left'), lined('', 'right'), 'First', 'Second'],
    [null, lined('(before)', 'left'), lined('', 'right'), '(age 5)', '(age 4)'],
  ];
  expect(namesOf(total, ['East', 12, 14, 6, 8], ['West', 9, 11, 5, 6])).toEqual([
    'Part',
    'Total (before)',
    'Total',
    'First (age 5)',
    'Second (age 4)',
  ]);
});

test('a row of units leaves the labels above as far over their columns as they are', () => {
  const header = [
    ['Status', 'Total', null, 'Mothers', 'Fathers', 'Poor', null, 'Mothers poor'],
    [null, 'Number', 'Percent', null, null, 'Number', 'Percent', null],
    ['Unit indicator', '(1,000)', null, '(1,000)', '(1,000)', '(1,000)', null, '(1,000)'],
  ];
  const names = namesOf(
    header,
    ['Paid', 5119, 73.9, 4639, 480, 453, 26.5, 400],
    ['Owed', 1804, 26.1, 1573, 231, 9, 1, 8],
  );
  expect(names[6]).toBe('Poor Percent');
});

test('a year over the middle of all figures is that of all of them', () => {
  const header = [
    [null, null, 2006, null],
    ['Age', 'Total', 'Men', 'Women'],
  ];
  expect(namesOf(header, ['under 5', 20, 11, 9], ['5 to 9', 19, 10, 9])).toEqual([
    'Age',
    '2006 Total',
    '2006 Men',
    '2006 Women',
  ]);
});

test('a label that recurs over later years is over the first ones too', () => {
  const header = [
    [null, null, 'AREA', null, 'AREA', null, 'AREA'],
    ['State', 2001, 2002, 2003, 2004, 2005, 2006],
  ];
  const names = namesOf(header, ['Ohio', 1, 2, 3, 4, 5, 6], ['Utah', 6, 5, 4, 3, 2, 1]);
  expect(names.slice(0, 3)).toEqual(['State', 'AREA 2001', 'AREA 2002']);
});

test('the name of the first column may stand in the row of units', () => {
  const header = [
    [null, 'Area', 'Crop'],
    ['State', '(1,000)', '(tons)'],
  ];
  expect(namesOf(header, ['Ohio', 12, 15], ['Utah', 13, 16])[0]).toBe('State');
});

test('where labels are repeated for each column, a blank beside them has none', () => {
  const header = [
    ['', 'Calculated', 'Capped', 'Calculated', 'Capped', 'Capped', 'Capped', null],
    ['School', 'Grant', 'Grant', 'Books', 'Books', 'Buses', 'Meals', 'Places'],
  ];
  const record = ['North', 12, 10, 5, 4, 7, 3, 240];
  expect(namesOf(header, record, record).slice(5)).toEqual(['Capped Buses', 'Capped Meals', 'Places']);
});

test('a name that recurs beside labels without a name of their own is below these', () => {
  const header = [
    ['Area', 'Robbery', null, 'Burglary', null],
    [null, null, 'Rate', null, 'Rate'],
  ];
  expect(namesOf(header, ['Northeast', 52958, 94.1, 142092, 252.5])).toEqual([
    'Area',
    'Robbery',
    'Robbery Rate',
    'Burglary',
    'Burglary Rate',
  ]);
});
