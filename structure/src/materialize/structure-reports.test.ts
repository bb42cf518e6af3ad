import { expect, test } from 'vitest';
import { bold, type DrawnCell, structure, tablesOf } from '../../test-support/structured-sheet.js';

test('initials and codes are no numbering', () => {
  expect(
    Object.keys(
      tablesOf([
        ['Employee', 'Hours', 'Cost'],
        ['H. Brown', 12, 40],
        ['I. Dubois', 31, 62],
        ['J. Kaya', 24, 55],
        ['1-2 Annex', 25, 71],
      ]),
    ),
  ).toEqual(['']);
});

test.each([
  ['once', 'South', null, null],
  ['repeated', 'South', 'South', 'South'],
])('a category that is written %s is a key of items and subtotals', (_, first, second, third) => {
  expect(
    tablesOf([
      ['Region', 'City', 'Sales', 'Units'],
      [first, 'Porto', 603, 37],
      [second, 'Turin', 589, 51],
      [third, 'Subtotal', 1192, 88],
      ['East', 'Graz', 727, 52],
      [second && 'East', 'Brno', 398, 66],
      [third && 'East', 'Subtotal', 1125, 118],
      ['Total', null, 2317, 206],
    ]),
  ).toEqual({
    階層1_計算項目: ['Total | 2317 | 206'],
    階層2: [
      'South | Porto | 603 | 37',
      'South | Turin | 589 | 51',
      'East | Graz | 727 | 52',
      'East | Brno | 398 | 66',
    ],
    階層2_計算項目: ['South | Subtotal | 1192 | 88', 'East | Subtotal | 1125 | 118'],
    科目: [
      'South | 1 |  | South | 0 | 2',
      'Porto | 2 | South | South / Porto | 0 | 2',
      'Turin | 2 | South | South / Turin | 0 | 3',
      'Subtotal | 2 | South | South / Subtotal | 1 | 4',
      'East | 1 |  | East | 0 | 5',
      'Graz | 2 | East | East / Graz | 0 | 5',
      'Brno | 2 | East | East / Brno | 0 | 6',
      'Subtotal | 2 | East | East / Subtotal | 1 | 7',
      'Total | 1 |  | Total | 1 | 8',
    ],
  });
});

test('a subtotal belongs to the group whose rows it sums, indented or not, bold or not', () => {
  const { 階層2, 階層2_計算項目, 階層1_計算項目 } = tablesOf([
    ['City', 'Sales', 'Units'],
    ['South', null, null],
    ['Porto', 603, 37],
    ['Turin', 589, 51],
    [bold('Subtotal'), bold(1192), bold(88)],
    ['East', null, null],
    ['Graz', 727, 52],
    ['Brno', 398, 66],
    [bold('Subtotal'), bold(1125), bold(118)],
    ['Total', 2317, 206],
  ]);
  expect(階層2).toEqual([
    'South | Porto | 603 | 37',
    'South | Turin | 589 | 51',
    'East | Graz | 727 | 52',
    'East | Brno | 398 | 66',
  ]);
  expect(階層2_計算項目).toEqual(['South | Subtotal | 1192 | 88', 'East | Subtotal | 1125 | 118']);
  expect(階層1_計算項目).toEqual(['Total | 2317 | 206']);
});

test('the rows of a level add up to a total of any name, without their parts and less what is deducted', () => {
  const { 階層1, 階層1_計算項目, 階層2 } = tablesOf([
    ['項目', '支店A', '支店B', '支店C'],
    ['１．財産所得', 353, 303, 327],
    ['　(1)利子', 173, 113, 131],
    ['　(2)賃貸料', 180, 190, 196],
    ['２．税', 164, 162, 161],
    ['３．（控除）補助金', 44, 40, 49],
    ['４．貯蓄', 314, 283, 324],
    ['　　　支　払', 787, 708, 763],
  ]);
  expect(階層1?.map((row) => row.split(' | ')[0])).toEqual([
    '１．財産所得',
    '２．税',
    '３．（控除）補助金',
    '４．貯蓄',
  ]);
  expect(階層1_計算項目).toEqual(['支　払 | 787 | 708 | 763']);
  expect(階層2?.[0]).toBe('１．財産所得 | (1)利子 | 173 | 113 | 131');
});

/** The totals that reconcile, as `row: stated`. */
const reconciledIn = (rows: DrawnCell[][]) =>
  structure(rows)
    .reconciliation.filter(({ agrees }) => agrees)
    .map(({ cell, stated }) => `${cell.row + 1}: ${stated}`);

test('an account reconciles with those under it, and a total with the accounts of its level', () => {
  const indented = (value: string) => ({ value, style: { indent: 1 } });
  expect(
    reconciledIn([
      ['Item', '2022'],
      ['Personnel', 900],
      [indented('Salaries'), 800],
      [indented('Training'), 100],
      ['Facilities', 300],
      [indented('Rent'), 220],
      [indented('Energy'), 80],
      ['Total', 1200],
    ]),
  ).toEqual(['2: 900', '5: 300', '8: 1200']);
});

test('totals of an invoice reconcile, wherever their labels are', () => {
  expect(
    reconciledIn([
      ['Item', 'Quantity', 'Price', 'Amount'],
      ['Toner', 4, 62, 250],
      ['Paper', 20, 5, 98],
      ['Stapler', 2, 11, 22],
      [null, null, 'Subtotal', 370],
      [null, null, 'VAT', 70],
      [null, null, 'Total', 440],
    ]),
  ).toEqual(['5: 370', '7: 440']);
});

test('the total of one side of an account does not head the other, and labels without figures are no records', () => {
  const years = ['項目', '平成23年度', '平成24年度', '平成25年度'];
  const tables = tablesOf([
    years,
    ['報酬', 300, 310, 305],
    ['余剰', 90, 95, 99],
    ['減耗', 10, 15, 16],
    [bold('総生産(生産側)'), bold(400), bold(420), bold(420)],
    [bold('（市場価格表示）'), null, null, null],
    ['消費', 250, 270, 260],
    ['投資', 100, 90, 99],
    ['移出入', 50, 60, 61],
    ['（不突合）', null, null, null],
    [bold('総生産(支出側)'), bold(400), bold(420), bold(420)],
  ]);
  const rows = Object.entries(tables).flatMap(([name, list]) => (name === '科目' ? [] : list));
  expect(rows.filter((row) => row.includes('市場価格') || row.includes('不突合'))).toEqual([]);
  expect(tables.階層1_計算項目?.filter((row) => row.includes('生産側'))).toHaveLength(3);
  expect(tables.階層1?.filter((row) => row.startsWith('消費'))).toHaveLength(3);
});

test('a total after as many totals as the other groups have is that of all groups', () => {
  expect(
    tablesOf([
      ['Team', 'Employee', 'Hours', 'Pay'],
      ['Kitchen', 'Omar', 38, 551],
      ['Kitchen', 'Julia', 40, 608],
      ['', bold('Kitchen total'), bold(78), bold(1159)],
      ['Service', 'Mia', 36, 468],
      ['Service', 'Paul', 30, 390],
      ['', bold('Service total'), bold(66), bold(858)],
      ['', bold('Total'), bold(144), bold(2017)],
    ]),
  ).toMatchObject({
    階層1_計算項目: ['Total | 144 | 2017'],
    階層2_計算項目: ['Kitchen | Kitchen total | 78 | 1159', 'Service | Service total | 66 | 858'],
  });
});

test('numbers of an outline in a column of their own make levels', () => {
  expect(
    tablesOf([
      ['Line', 'Description', 'Budget', 'Spent'],
      [1, 'Staff', 84000, 61200],
      [1.1, 'Project lead', 52000, 39000],
      [1.2, 'Assistant', 32000, 22200],
      [2, 'Travel', 9500, 4100],
      [2.1, 'Flights', 6000, 2900],
      [2.2, 'Hotels', 3500, 1200],
    ]),
  ).toMatchObject({
    階層1: ['Staff | 1 | 84000 | 61200', 'Travel | 2 | 9500 | 4100'],
    階層2: [
      'Staff | Project lead | 1.1 | 52000 | 39000',
      'Staff | Assistant | 1.2 | 32000 | 22200',
      'Travel | Flights | 2.1 | 6000 | 2900',
      'Travel | Hotels | 2.2 | 3500 | 1200',
    ],
  });
});

test('the tenth number of an outline is not the first', () => {
  const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => [`1.${at}`, `Step ${'abcdefghij'[at - 1]}`, '3']);
  const tables = tablesOf([['No.', 'Task', 'Hours'], ['1', 'Design', '30'], ...parts, ['2', 'Build', '8']]);
  expect(tables.階層2?.at(-1)).toBe('Design | Step j | 1.10 | 3');
});

test('sizes that go up in halves are no outline', () => {
  const sizes = [
    ['Size', 'Name', 'Price'],
    [1, 'Drill', 3.2],
    [1.5, 'Bit', 3.4],
    [2, 'Tap', 3.9],
    [2.5, 'Die', 4.1],
  ];
  expect(Object.keys(tablesOf(sizes))).toEqual(['']);
});

test('the day of an item before its name is no level', () => {
  expect(
    tablesOf([
      ['Seller', 'Day', 'Customer', 'Amount'],
      ['Ann', '2025-05-02', 'Lee', 128],
      ['Ann', '2025-05-13', 'Kay', 45],
      ['Ann total', null, null, 173],
      ['Bob', '2025-05-08', 'May', 310],
      ['Bob', '2025-05-19', 'Lee', 76],
      ['Bob total', null, null, 386],
      ['Total', null, null, 559],
    ]).科目?.slice(0, 3),
  ).toEqual([
    'Ann | 1 |  | Ann | 0 | 2',
    'Lee | 2 | Ann | Ann / Lee | 0 | 2',
    'Kay | 2 | Ann | Ann / Kay | 0 | 3',
  ]);
});
