import { expect, test } from 'vitest';
import { merge, structure, tablesOf } from '../../../test-support/structured-sheet.js';

const framed = (value: string, edge: 'top' | 'none' | 'bottom') => ({
  value,
  style: {
    borders: {
      left: 'thin',
      right: 'thin',
      top: edge === 'top' ? 'thin' : null,
      bottom: edge === 'bottom' ? 'thin' : null,
    },
  },
});

test('a label that is written down its column is one label for the rows between the borders', () => {
  const { '': rows } = tablesOf([
    ['課程', '学科', '学級', '生徒'],
    [framed('', 'top'), '普通', 28, 1126],
    [framed('全', 'none'), '国際', 6, 243],
    [framed('日', 'none'), '商業', 12, 360],
    [framed('制', 'bottom'), '工業', 30, 1175],
    [framed('定時制', 'top'), '普通', 7, 252],
    [framed('', 'bottom'), '工業', 4, 97],
  ]);
  expect(rows?.map((row) => row.split(' | ')[0])).toEqual([
    ...new Array(4).fill('全日制'),
    ...new Array(2).fill('定時制'),
  ]);
});

test('a label that is written down its column may begin in the first row of its block', () => {
  const { '': rows } = tablesOf([
    ['飲酒別', '区分', '件数', '死者'],
    [framed('飲', 'top'), '酒酔い', 54, 57],
    [framed('酒', 'none'), '酒気帯び', 167, 171],
    [framed('', 'none'), '検知不能', 31, 22],
    [framed('飲酒なし', 'top'), '調査済み', 4327, 4103],
    [framed('', 'bottom'), '調査不能', 54, 47],
  ]);
  expect(rows?.map((row) => row.split(' | ')[0])).toEqual([
    ...new Array(3).fill('飲酒'),
    ...new Array(2).fill('飲酒なし'),
  ]);
});

test('a row without a label keeps what stands under other headings there', () => {
  const tables = tablesOf([
    ['区分', '学科', '学級', '生徒'],
    ['合計', null, 30, 900],
    ['機械', null, 10, 300],
    ['電気', null, 20, 600],
    ['専', '小計', 8, 78],
    [null, '応用', 2, 30],
    ['攻', '都市', 6, 48],
  ]);
  const rows = Object.values(tables).flat();
  expect(rows.some((row) => row.startsWith('応用 | 応用'))).toBe(false);
});

test('a label in the middle of its block holds for the rows between the borders', () => {
  const { '': rows } = tablesOf([
    ['Region', 'City', 'Sales', 'Units'],
    [framed('', 'top'), 'Porto', 603, 37],
    [framed('South', 'none'), 'Turin', 589, 51],
    [framed('', 'bottom'), 'Split', 120, 15],
    [framed('East', 'top'), 'Graz', 727, 52],
    [framed('', 'bottom'), 'Brno', 398, 66],
  ]);
  expect(rows).toEqual([
    'South | Porto | 603 | 37',
    'South | Turin | 589 | 51',
    'South | Split | 120 | 15',
    'East | Graz | 727 | 52',
    'East | Brno | 398 | 66',
  ]);
});

test('a blank beside repeated labels is unknown, not the label above', () => {
  const { '': rows } = tablesOf([
    ['Region', 'City', 'Sales', 'Units'],
    ['South', 'Porto', 603, 37],
    ['South', 'Turin', 589, 51],
    [null, 'Split', 120, 15],
    ['East', 'Graz', 727, 52],
    ['East', 'Brno', 398, 66],
  ]);
  expect(rows?.[2]).toBe(' | Split | 120 | 15');
});

test('codes that some rows lack are not filled down', () => {
  const { '': rows } = tablesOf([
    ['列コード', '行コード', '部門名'],
    ['0111-01', null, '米'],
    [null, '0111-011', '米'],
    [null, '0111-012', '稲わら'],
    [null, '0113-001', '野菜'],
    ['0113-01', null, '野菜（露地）'],
    ['0113-02', null, '野菜（施設）'],
    ['0115-01', '0115-011', '砂糖原料作物'],
    ['0116-01', '0116-011', '飼料作物'],
    ['0116-02', '0116-021', '種苗'],
    ['0116-03', '0116-031', '花き'],
  ]);
  expect(rows?.[3]).toBe(' | 0113-001 | 野菜');
});

test('where most labels are of one row, a blank is unknown', () => {
  const { '': rows } = tablesOf([
    ['Partner', 'City', 'Sales', 'Units'],
    ['Acme', 'Porto', 603, 37],
    ['Bolt', 'Turin', 589, 51],
    [null, 'Split', 120, 15],
    ['Core', 'Graz', 727, 52],
    ['Dune', 'Brno', 398, 66],
  ]);
  expect(rows?.[2]).toBe(' | Split | 120 | 15');
});

test('a year over its blank rows is their key, though no other key is beside it', () => {
  const { '': rows } = tablesOf([
    ['Year', 'Rate'],
    [2000, 2.1],
    [null, 2.4],
    [null, 1.6],
    [2001, 1.8],
    [null, 2.2],
    [null, 2.3],
  ]);
  expect(rows?.[2]).toBe('2000 | 1.6');
});

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

test('a year or number beside a category is a key of its own type', () => {
  const { 階層2, 階層2_計算項目 } = tablesOf([
    ['Region', 'Year', 'Sales', 'Units'],
    ['North', 2021, 100, 5],
    [null, 2022, 120, 6],
    [null, 'Subtotal', 220, 11],
    ['South', 2021, 90, 4],
    [null, 2022, 95, 3],
    [null, 'Subtotal', 185, 7],
  ]);
  expect(階層2?.[1]).toBe('North | 2022 | 120 | 6');
  expect(階層2_計算項目?.[1]).toBe('South | Subtotal | 185 | 7');
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

test('a remark beside one label is no label', () => {
  const tables = tablesOf([
    ['相手地域', '注', '転入', '転出'],
    ['県外計', null, 20, 26],
    ['　北海道', null, 4, 5],
    ['　青森県', null, 5, 9],
    ['　岩手県', null, 6, 4],
    ['　国外', 'a)', 5, 8],
  ]);
  expect(Object.values(tables).flat()).toContain('県外計 | 国外 | a) | 5 | 8');
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

test('a total without a label has none, whatever its first number is', () => {
  const tables = tablesOf([
    ['Item', 'Planned', 'Booked', 'Left'],
    ['North', null, null, null],
    ['Drift', 120, 20, 100],
    ['Upfront', 300, 110, 190],
    [null, 420, 130, 290],
    ['South', null, null, null],
    ['Drift', 20, 5, 15],
    ['Upfront', 60, 20, 40],
    [null, 80, 25, 55],
  ]);
  const rows = Object.values(tables).flat();
  expect(rows.some((row) => row.includes('420 | 420'))).toBe(false);
  expect(rows.some((row) => row.includes(' | 420 | 130 | 290'))).toBe(true);
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

test('a label that is merged with the blank below it is that of the row with the values', () => {
  const { tables } = structure(
    [
      ['年次', '1月中', '2月中', '3月中'],
      [null, null, '増減数'],
      ['震災前平均', null, null, null],
      [null, 520, 39, -338],
      ['7年', -597, -129, -159],
      ['8年', -45, -75, -46],
      [null],
      [null, null, '自然増減数'],
      ['震災前平均', null, null, null],
      [null, 111, 151, 171],
      ['7年', -39, -32, 1],
      ['8年', 60, 16, 13],
    ],
    [merge(2, 0, 3, 0), merge(8, 0, 9, 0)],
  );
  const rows = Object.values(tables).flat();
  expect(rows).toContainEqual(['増減数', '震災前平均', '1月中', 520]);
  expect(rows).toContainEqual(['自然増減数', '8年', '3月中', 13]);
  expect(rows.some(([group]) => group === '震災前平均')).toBe(false);
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

test('a border around a label and the blanks below it shows for which rows it holds, though most labels are of one row', () => {
  const both = (value: string) => ({
    value,
    style: { borders: { ...framed('', 'top').style.borders, bottom: 'thin' } },
  });
  const { '': rows } = tablesOf([
    ['路線名', '区間', '車線数', '交通量'],
    [framed('長田箕谷線', 'top'), '西A', 2, 14736],
    [framed('', 'none'), '西B', 2, 12138],
    [framed('', 'bottom'), '西C', 4, 23838],
    ...['舞子', '魚崎', '山手', '湊町', '高倉'].map((name, at) => [
      both(name),
      `東${name}`,
      4,
      9746 + 11 * at,
    ]),
  ]);
  expect(rows?.slice(1, 3).map((row) => row.split(' | ')[0])).toEqual(['長田箕谷線', '長田箕谷線']);
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

test('a label stands for the rows below that have only a further key, among others without one', () => {
  const { '': rows } = tablesOf([
    ['College', 'Campus', 'Students', 'Officers'],
    ['Belmont', '', 1110, 6],
    ['Davidson', '', 1667, 5],
    ['State University', 'Asheville', 3639, 13],
    ['', 'Charlotte', 21_519, 26],
    ['', 'Pembroke', 5827, 13],
    ['Elon', '', 5230, 14],
    ['Methodist', '', 2116, 7],
  ]);
  expect(rows?.[4]).toMatch(/^State University \| Pembroke/);
});

test('two rows indented by one space below the row that adds them up are its parts', () => {
  const { 階層1, 階層2 } = tablesOf([
    ['区分', '予算額', '決算額'],
    ['市民税', 12500, 12734],
    [' 個人', 9800, 9912],
    [' 法人', 2700, 2822],
    ['固定資産税', 11200, 11345],
    ['合計', 23700, 24079],
  ]);
  expect(階層1).toEqual(['市民税 | 12500 | 12734', '固定資産税 | 11200 | 11345']);
  expect(階層2).toEqual(['市民税 | 個人 | 9800 | 9912', '市民税 | 法人 | 2700 | 2822']);
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

test('rows whose labels recur are the parts of the row above that adds them up, though nothing indents them', () => {
  const tables = tablesOf([
    ['Item', 'Plan', 'Actual'],
    ['Europe', 300, 330],
    ['Goods', 200, 215],
    ['Services', 100, 115],
    ['Asia', 500, 520],
    ['Goods', 350, 360],
    ['Services', 150, 160],
    ['Total', 800, 850],
  ]);
  expect(tables.階層2).toEqual([
    'Europe | Goods | 200 | 215',
    'Europe | Services | 100 | 115',
    'Asia | Goods | 350 | 360',
    'Asia | Services | 150 | 160',
  ]);
});

test('characters of words that are written down a column are not filled down without borders', () => {
  const { '': rows } = tablesOf([
    ['区分', '項目', '金額'],
    ['収', '会費', 120],
    ['入', '寄付', 50],
    [null, '雑収入', 8],
    ['支', '会場費', 60],
    ['出', '印刷費', 22],
    [null, '謝金', 40],
  ]);
  expect(rows?.[2]).toBe(' | 雑収入 | 8');
});

test('keys that each row states from the first that changes are filled down, though the first stands beside the second', () => {
  const state = (name: string, factor: number) => [
    [name, 'Cities', null, 3287 * factor, null],
    [null, null, 'Reporting', 89, 14_985 * factor],
    [null, null, 'Estimated', 100, 16_244 * factor],
    [null, 'Counties', null, 744 * factor, null],
    [null, null, 'Reporting', 93, 1055 * factor],
    [null, null, 'Estimated', 100, 1133 * factor],
  ];
  const { tables } = structure([
    ['State', 'Area', null, 'Population', 'Crimes'],
    ...state('Alabama', 1),
    ...state('Alaska', 2),
  ]);
  const rows = Object.values(tables).flat();
  expect(rows).toContainEqual(['Alaska', 'Counties', 1488, null]);
  expect(rows).toContainEqual(['Alaska', 'Counties', 'Reporting', 93, 2110]);
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
