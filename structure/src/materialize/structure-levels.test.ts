import { expect, test } from 'vitest';
import { structure, tablesOf } from '../../test-support/structured-sheet.js';

test('group labels right below each other are two keys', () => {
  expect(
    tablesOf([
      ['Item', 'Sold', 'Price'],
      ['Food', null, null],
      ['Fruit:', null, null],
      ['Apple', 5, 1.5],
      ['Pear', 6, 2.5],
      ['Vegetables:', null, null],
      ['Leek', 4, 0.9],
      ['Goods', null, null],
      ['Office:', null, null],
      ['Pen', 9, 1.1],
    ]),
  ).toEqual({
    '': [
      'Food | Fruit | Apple | 5 | 1.5',
      'Food | Fruit | Pear | 6 | 2.5',
      'Food | Vegetables | Leek | 4 | 0.9',
      'Goods | Office | Pen | 9 | 1.1',
    ],
  });
});

test('a category with its sum in a row of its own is a level of its own', () => {
  const { 階層1, 階層2, 階層1_計算項目 } = tablesOf([
    ['Department', 'Cost', 'Plan', 'Actual'],
    ['Sales', null, 300, 310],
    [null, 'Travel', 100, 90],
    [null, 'Ads', 200, 220],
    ['Works', null, 500, 480],
    [null, 'Material', 350, 340],
    [null, 'Labour', 150, 140],
    ['Total', null, 800, 790],
  ]);
  expect(階層1).toEqual(['Sales | 300 | 310', 'Works | 500 | 480']);
  expect(階層2?.[1]).toBe('Sales | Ads | 200 | 220');
  expect(階層1_計算項目).toEqual(['Total | 800 | 790']);
});

test('years with one of their parts in the next column are a level each', () => {
  const { 階層1, 階層2 } = tablesOf([
    ['年度', '区分', '決算額', '1人当たり'],
    [' H22', null, 100298, 66341],
    [null, 'うち単独分', 48127, 31833],
    [' H23', null, 77810, 51458],
    [null, 'うち単独分', 42913, 28380],
    [' H24', null, 59405, 38199],
    [null, 'うち単独分', 28485, 18317],
  ]);
  expect(階層1).toEqual(['H22 | 100298 | 66341', 'H23 | 77810 | 51458', 'H24 | 59405 | 38199']);
  expect(階層2?.[1]).toBe('H23 | うち単独分 | 42913 | 28380');
});

test('a school whose first row is its total holds for the rows below it', () => {
  const { 階層2 } = tablesOf([
    ['学校', '学部', '学級数', '生徒数'],
    ['前年', null, 30, 250],
    ['盲', '計', 5, 40],
    [null, '小', 2, 15],
    [null, '中', 3, 25],
    ['友生', '計', 17, 140],
    [null, '小', 8, 60],
    [null, '中', 9, 80],
    ['垂水', '計', 9, 88],
    [null, '小', 4, 38],
    [null, '中', 5, 50],
  ]);
  expect(階層2).toContain('友生 | 中 | 9 | 80');
  expect(階層2).toContain('盲 | 小 | 2 | 15');
});

test('groups whose labels stand over codes head the articles, with a total of all of them', () => {
  expect(
    tablesOf([
      ['SKU', 'Item', 'On hand', 'Value'],
      ['Aisle A'],
      [100234, 'Hinge', 840, 294],
      [100251, 'Lock', 410, 196],
      ['Aisle B'],
      [200118, 'Door handle', 96, 758],
      [200120, 'Knob', 35, 392],
      ['Total value', null, null, 1640],
    ]),
  ).toMatchObject({
    階層1_計算項目: ['Total value |  |  | 1640'],
    階層2: [
      'Aisle A | Hinge | 100234 | 840 | 294',
      'Aisle A | Lock | 100251 | 410 | 196',
      'Aisle B | Door handle | 200118 | 96 | 758',
      'Aisle B | Knob | 200120 | 35 | 392',
    ],
  });
});

test('subtotals of the same name in the column of the categories are told apart by their category', () => {
  const tables = tablesOf([
    ['Phase', 'Item', 'Plan', 'Cost'],
    ['Preparation', 'Permits', 450, 430],
    [null, 'Marketing', 1950, 2010],
    ['Subtotal', null, 2400, 2440],
    ['Event', 'Stage', 5000, 5100],
    [null, 'Security', 2100, 2000],
    ['Subtotal', null, 7100, 7100],
    ['Total', null, 9500, 9540],
  ]);
  expect(tables.階層2_計算項目).toEqual([
    'Preparation | Subtotal | 2400 | 2440',
    'Event | Subtotal | 7100 | 7100',
  ]);
  expect(tables.科目?.filter((row) => row.includes('Subtotal'))).toHaveLength(2);
});

test('a key that a total leaves blank is no account', () => {
  const { 科目: accounts } = tablesOf([
    ['倉庫', '品番', '品名', '数量', '金額'],
    ['東京', 'A-10', '蛍光灯', 120, 54000],
    [null, 'A-22', '電球', 300, 234000],
    [null, null, '東京計', 420, 288000],
    ['大阪', 'A-10', '蛍光灯', 80, 36000],
    [null, 'B-05', 'コード', 60, 72000],
    [null, null, '大阪計', 140, 108000],
    ['合計', null, null, 560, 396000],
  ]);
  expect(accounts?.filter((row) => row.includes('計'))).toEqual([
    '東京計 | 3 | 東京 | 東京 / 東京計 | 1 | 4',
    '大阪計 | 3 | 大阪 | 大阪 / 大阪計 | 1 | 7',
    '合計 | 1 |  | 合計 | 1 | 8',
  ]);
});

test('a code without values among records with such codes is a record, not a group', () => {
  const { tables } = structure([
    ['Berth', 'Boat', 'Length', 'Key'],
    ['A1', 'Kittiwake', 7.2, 14],
    ['A2', null, null, null],
    ['A3', 'Petrel', 9.8, 22],
    ['B1', 'Tern', 6.4, 23],
    ['B2', 'Osprey', 12.1, 31],
  ]);
  expect(Object.values(tables)[0]?.map(([berth]) => berth)).toEqual(['Berth', 'A1', 'A2', 'A3', 'B1', 'B2']);
});

test('`Of which:` does not become the group of all that follows', () => {
  const { 階層2: rows } = tablesOf([
    ['Sector', 'Institutes', 'Spending'],
    ['Total', 76, 3400],
    ['1. Universities', 40, 2000],
    ['Of which:', null, null],
    ['1.1 Public', 25, 1200],
    ['1.2 Private', 15, 800],
    ['2. Companies', 36, 1400],
    ['Of which:', null, null],
    ['2.1 Large', 20, 1000],
    ['2.2 Small', 16, 400],
  ]);
  expect(rows?.map((row) => row.split(' | ').slice(0, 2))).toEqual([
    ['1. Universities', '1.1 Public'],
    ['1. Universities', '1.2 Private'],
    ['2. Companies', '2.1 Large'],
    ['2. Companies', '2.2 Small'],
  ]);
});

test('labels that step from column to column nest, though うち stands before some of them', () => {
  const tables = tablesOf([
    ['地域', null, null, '転入', '転出'],
    ['総数', null, null, 812, 733],
    [null, '九州', null, 512, 431],
    [null, 'うち', '福岡県', 301, 259],
    [null, '四国', null, 300, 302],
    [null, 'うち', '香川県', 121, 97],
    [null, 'うち', '高知県', 58, 44],
  ]);
  expect(tables.階層2).toEqual(['総数 | 九州 | 512 | 431', '総数 | 四国 | 300 | 302']);
});

test('where each label has the same kinds of figures, its own name tells a total and not that of a kind', () => {
  const { '': rows, 計算項目: computed } = tablesOf([
    ['Group', 'Figure', 'Robbery', 'Burglary'],
    ['Total cities', 'Total cleared', 600, 900],
    ['', 'Percent under 18', 12.3, 16.4],
    ['Large', 'Total cleared', 300, 400],
    ['', 'Percent under 18', 11.2, 15.9],
    ['.5 to 1 million', 'Total cleared', 200, 300],
    ['', 'Percent under 18', 13.4, 17.1],
    ['Small', 'Total cleared', 100, 200],
    ['', 'Percent under 18', 13.1, 16.6],
  ]);
  expect(rows?.map((row) => row.split(' | ')[0])).toEqual(
    ['Large', '.5 to 1 million', 'Small'].flatMap((label) => [label, label]),
  );
  expect(computed?.length).toBe(2);
});

test('a dot before whole numbers indents a label, and is a part of a fraction', () => {
  const labelsOf = (label: string) =>
    Object.values(
      tablesOf([
        ['Size', 'Men', 'Women'],
        ['North', 300, 310],
        [label, 100, 110],
        ['.Others', 200, 200],
        ['South', 305, 300],
        [label, 105, 130],
        ['.Others', 200, 170],
      ]),
    ).join('\n');
  expect(labelsOf('.35 to 54 years')).not.toContain('.35');
  expect(labelsOf('.5 to .9 mm')).toContain('.5 to .9 mm');
});

test('the corner of the header is the label of the first group where the others have the same rows', () => {
  const { tables } = structure([
    ['東部', '売上', '費用'],
    ['一月', 12, 5],
    ['二月', 15, 6],
    ['三月', 11, 4],
    ['西部'],
    ['一月', 22, 9],
    ['二月', 25, 8],
    ['三月', 21, 7],
    ['南部'],
    ['一月', 32, 15],
    ['二月', 35, 16],
    ['三月', 31, 14],
  ]);
  const rows = Object.values(tables)[0] ?? [];
  expect(rows.map(([group, item]) => `${group} ${item}`)).toEqual([
    'group item',
    ...['東部', '西部', '南部'].flatMap((group) => [`${group} 一月`, `${group} 二月`, `${group} 三月`]),
  ]);
});

test('dates beside the items of a category are no levels', () => {
  const tables = tablesOf([
    ['Supplier', 'Invoice', 'Date', 'Due', 'Amount'],
    ['Alder', 'A-31', '2024-05-02', '2024-06-01', 1240],
    [null, 'A-32', '2024-05-16', '2024-06-15', 388],
    ['Subtotal', null, null, null, 1628],
    ['Brook', 'B-77', '2024-05-08', '2024-06-07', 2600],
    [null, 'B-78', '2024-05-22', '2024-06-21', 410],
    ['Subtotal', null, null, null, 3010],
    ['Total', null, null, null, 4638],
  ]);
  expect(Object.keys(tables)).toEqual(['階層1_計算項目', '階層2', '階層2_計算項目', '科目']);
  expect(tables.階層2?.[1]).toBe('Alder | A-32 | 19859 | 19889 | 388');
});

test('the first row of a matrix of distances has no values, and heads nothing', () => {
  const { '': rows } = tablesOf([
    [null, 'Kobe', 'Nara', 'Otsu', 'Tsu', 'Ise'],
    ['Kobe', null, null, null, null, null],
    ['Nara', 0.071, null, null, null, null],
    ['Otsu', 0.068, 0.104, null, null, null],
    ['Tsu', 0.126, 0.035, 0.051, null, null],
    ['Ise', 0.326, 0.346, 0.318, 0.43, null],
  ]);
  expect(rows?.map((row) => row.split(' | ')[0])).toEqual(['Kobe', 'Nara', 'Otsu', 'Tsu', 'Ise']);
});
