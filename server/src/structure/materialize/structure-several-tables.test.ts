import { expect, test } from 'vitest';
import { merge, structure } from '../../../test-support/structured-sheet.js';

const framed = (value: string, edge: 'top' | 'bottom') => ({
  value,
  style: {
    borders: {
      left: 'thin',
      right: null,
      top: edge === 'top' ? 'thin' : null,
      bottom: edge === 'bottom' ? 'thin' : null,
    },
  },
});

test('tables below and beside each other get distinct names', () => {
  const { tables } = structure([
    ['Cities', null, null, null, null, null],
    ['City', 'People', null, null, 'Code', 'Country'],
    ['Oslo', 700, null, null, 'NO', 'Norway'],
    ['Bergen', 290, null, null, 'SE', 'Sweden'],
    ['Bodø', 53, null, null, 'DK', 'Denmark'],
    [null],
    [null],
    ['Table 2. Rivers and their length'],
    [null],
    ['River', 'Length (km)'],
    ['Glomma', 621],
    ['Lågen', 359],
    ['Numedal', 352],
  ]);
  const columns = Object.values(tables).map((lines) => lines[0]);
  expect(columns).toContainEqual(['City', 'People']);
  expect(columns).toContainEqual(['Code', 'Country']);
  expect(columns).toContainEqual(['River', 'Length']);
  expect(Object.keys(tables)).toContain('Cities');
});

test('tables below each other are named by their own headings, not by the title of the sheet', () => {
  const { tables } = structure([
    ['月次報告'],
    [null],
    ['■ 店舗別'],
    ['店舗', '売上', '客数'],
    ['三宮', 520, 61],
    ['元町', 310, 40],
    ['■ 商品別'],
    ['(単位:個)'],
    ['商品', '売上', '客数'],
    ['りんご', 12, 9],
    ['みかん', 15, 8],
  ]);
  expect(tables['■ 店舗別']).toEqual([
    ['店舗', '売上', '客数'],
    ['三宮', 520, 61],
    ['元町', 310, 40],
  ]);
  expect(tables['■ 商品別']?.slice(1)).toEqual([
    ['りんご', 12, 9],
    ['みかん', 15, 8],
  ]);
});

test('the only table with a header takes the name of the sheet, and titles in numbered brackets name tables', () => {
  const { tables } = structure([
    ['店舗', '売上', '客数'],
    ['三宮', 520, 61],
    ['元町', 310, 40],
    ['灘', 150, 18],
    [null],
    [null],
    [null],
    [null, null, null, null, null, 26106, 2148],
    [null, null, null, null, null, 37839, 2803],
    [null, null, null, null, null, 47472, 3148],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_2']);
  const accounts = structure([
    ['（１）企業'],
    ['項目', '支払', '受取'],
    ['利子', 35, 30],
    ['配当', 12, 15],
    [null],
    ['（２）家計（個人企業を含む）'],
    ['項目', '支払', '受取'],
    ['利子', 24, 23],
    ['配当', 11, 10],
  ]);
  expect(Object.keys(accounts.tables).slice(0, 2)).toEqual(['（１）企業', '（２）家計（個人企業を含む）']);
});

test('tables beside each other across one blank column are read each by itself', () => {
  const { tables } = structure([
    ['店舗別', null, null, null, '商品別'],
    ['店舗', '売上', '客数', null, '商品', '数量'],
    ['三宮', 520, 61, null, 'りんご', 12],
    ['元町', 310, 40, null, 'みかん', 15],
    ['灘', 150, 18, null, '合計', 27],
  ]);
  expect(tables.店舗別).toEqual([
    ['店舗', '売上', '客数'],
    ['三宮', 520, 61],
    ['元町', 310, 40],
    ['灘', 150, 18],
  ]);
  expect(tables.商品別).toEqual([
    ['商品', '数量'],
    ['りんご', 12],
    ['みかん', 15],
  ]);
  expect(tables.商品別_計算項目).toEqual([
    ['商品', '数量'],
    ['合計', 27],
  ]);
});

test('a title over several tables names none of them', () => {
  const { tables } = structure(
    [
      ['売上報告'],
      [null],
      ['店舗', '売上', null, '商品', '数量', '単価'],
      ['三宮', 520, null, 'りんご', 12, 100],
      ['元町', 310, null, 'みかん', 15, 80],
    ],
    [merge(0, 0, 0, 5)],
  );
  expect(Object.keys(tables)).toEqual(['base_1', 'base_2', 'base_補足情報']);
});

test('a blank column inside a table does not split it', () => {
  const { tables } = structure([
    ['店舗', '売上', '客数', null, '前年売上', '前年客数'],
    ['三宮', 520, 61, null, 480, 60],
    ['元町', 310, 40, null, 300, 44],
    ['灘', 150, 18, null, 140, 17],
  ]);
  expect(tables.base?.[1]).toEqual(['三宮', 520, 61, 480, 60]);
});

test('a heading that stands beside the column of its values names it', () => {
  const { tables } = structure([
    ['収支', null, null, null],
    ['区分', null, '収入', '支出'],
    [null, '一般会計', 120, 110],
    [null, '水道事業', 45, 52],
    [null, '交通事業', 63, 71],
  ]);
  const [header, first] = tables.base ?? [];
  expect(String(header?.[first?.indexOf('一般会計') ?? -1])).toMatch(/^区分/);
});

test('a remark beside a table is a note', () => {
  const { tables } = structure([
    ['Task', 'Hours', 'Rate', null, null, 'Reviewed by K. Lee'],
    ['Design', 12, 80, null, null, 'Check rates for Q3!'],
    ['Build', 40, 75],
    ['Test', 16, 70],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_補足情報']);
});

test('a period names a table where it is what tells several tables apart', () => {
  const table = [
    ['Name', 'Hours', 'Pay'],
    ['Ann', 120, 2400],
    ['Bob', 98, 1960],
  ];
  const { tables } = structure([['January'], ...table, [], ['February'], ...table]);
  expect(Object.keys(tables).slice(0, 2)).toEqual(['January', 'February']);
});

test('a number that slipped into the gap between two tables does not make one of them', () => {
  const offenses = ['Robbery', 'Theft', 'Fraud', 'Arson'].map((name, at) => [
    name,
    158 + 7 * at,
    176 + 3 * at,
    null,
    name,
    15.2 + at,
    16.7 + at,
  ]);
  const { tables } = structure([
    ['Offense', '1990', '1991', null, 'Offense', '1990', '1991'],
    ...offenses,
    ['Other', 91, 87, 18.5, 'Other', 9.1, 8.4],
  ]);
  expect(Object.values(tables).filter((lines) => lines[0]?.[0] === 'Offense')).toHaveLength(2);
});

test('names between two tables begin the second, although the first of them reads as a mark', () => {
  const values = [-6.3, -6.1, -5.8, -5.5].map((x) => [x, x / 2, x * x]);
  const { tables } = structure([['n', 0, 1], ['an', 0.87, 0.5], ['x', 'T0(x)', 'T1(x)'], ...values]);
  expect(Object.values(tables).map((lines) => lines[0])).toContainEqual(['x', 'T0(x)', 'T1(x)']);
});

test('years that are moved a little below the same years begin another table', () => {
  const block = (name: string, move: number, size: number) => [
    [name, ...[2001, 2002, 2003, 2004].map((year) => year + move)],
    ['N', size, size + 7, size + 9, size + 4],
    ['level', 0.74, 0.67, 0.61, 0.55],
    [null],
  ];
  const { tables } = structure([
    ...block('urban', 0, 354),
    ...block('traffic', 0.1, 113),
    ...block('rural', 0, 61),
  ]);
  expect(Object.values(tables).map((lines) => lines[0]?.[0])).toEqual(['urban', 'traffic', 'rural']);
});

test('lists with the same names beside each other are two tables, even without a gap', () => {
  const { tables } = structure([
    ['Singles', 'Place', 'Player', 'Club', 'Doubles', 'Place', 'Player', 'Club'],
    ['S', 'gold', 'Mats', 'Karhu', 'D', 'gold', 'Reima / Vesa', 'Tikka'],
    ['S', 'silver', 'Rauli', 'Hertas', 'D', 'silver', 'Jari / Ville', 'Karhu'],
    ['S', 'bronze', 'Juha', 'Tikka', 'D', 'bronze', 'Mats / Jari', 'Hertas'],
  ]);
  expect(Object.values(tables).map(([names, first]) => [names, first])).toEqual([
    [
      ['Singles', 'Place', 'Player', 'Club'],
      ['S', 'gold', 'Mats', 'Karhu'],
    ],
    [
      ['Doubles', 'Place', 'Player', 'Club'],
      ['D', 'gold', 'Reima / Vesa', 'Tikka'],
    ],
  ]);
});

test('figures computed from another table are the records of their own', () => {
  const { tables } = structure([
    ['Area', 2019, 2020, 2021],
    ['North', 310, 322, 331],
    ['South', 290, 281, 286],
    ['Total', 600, 603, 617],
    [null],
    [null],
    [null],
    ['Sum', 2019, 2020, 2021],
    ['Total (adults)', 402, 411, 420],
    ['Total (children)', 198, 192, 197],
  ]);
  expect(
    Object.values(tables)
      .flat()
      .filter(([label]) => label === 'Total (adults)'),
  ).toHaveLength(3);
  expect(Object.values(tables).every((rows) => rows.length > 1)).toBe(true);
});

test('the one label over names that several tables share is the name of its table', () => {
  const { tables } = structure(
    ['Alabama', 'Alaska', 'Arizona'].flatMap((state, at) => [
      [null, state, null],
      [null, 'Estimate', 'Error'],
      ['No earners', 27076 + at, 872],
      ['1 earner', 39768 + at, 962],
      ['2 earners', 75975 + at, 1114],
      [null],
    ]),
  );
  expect(tables.Alaska).toEqual([
    ['item', 'Estimate', 'Error'],
    ['No earners', 27077, 872],
    ['1 earner', 39769, 962],
    ['2 earners', 75976, 1114],
  ]);
});

test('lists with the same names beside each other are two, though their labels repeat', () => {
  const names = ['Country', 'Year', 'Poor'];
  const { tables } = structure([
    [...names, null, ...names],
    ['Nepal', 1981, 82, null, 'Nepal', 1981, 95],
    ['Nepal', 1984, 80, null, 'Bhutan', 1981, 70],
    ['Bhutan', 1981, 47, null, 'Bhutan', 1984, 68],
    ['Bhutan', 1984, 45, null, 'Nepal', 1984, 94],
    ['India', 1981, 62, null, 'India', 1981, 88],
  ]);
  expect(Object.values(tables).map(([header]) => header)).toEqual([names, names]);
});

test('prices by width and height are a table for each corner that is left empty', () => {
  const scale = [null, 60, 80, 100, 120];
  const { tables } = structure([
    scale,
    [50, 410, 455, 498, 540],
    [70, 450, 490, 533, 580],
    [90, 485, 530, 570, 622],
    [null],
    scale,
    [50, 510, 555, 598, 640],
    [70, 550, 590, 633, 680],
    [90, 585, 630, 670, 722],
  ]);
  expect(Object.values(tables).map((rows) => [rows[0], rows.length])).toEqual([
    [['item', '60', '80', '100', '120'], 4],
    [['item', '60', '80', '100', '120'], 4],
  ]);
});

test('a column of labels goes with the numbers behind a gap, two rows each, and not with a box of its own below', () => {
  const { tables } = structure([
    [null, null, null, '当市', '平均'],
    [framed('H21', 'top'), null, null, 649, 557],
    [framed('', 'bottom'), null, null, 258, 315],
    [framed('H22', 'top'), null, null, 663, 523],
    [framed('', 'bottom'), null, null, 318, 299],
    [framed('H23', 'top'), null, null, 514, 487],
    [framed('', 'bottom'), null, null, 283, 256],
    [framed('', 'top'), null, null, 568, 509],
    [framed('', 'bottom'), null, null, 266, 265],
  ]);
  const [rows] = Object.values(tables);
  const labels = rows?.slice(1).map(([label]) => label);
  expect(labels).toEqual(['H21', 'H21', 'H22', 'H22', 'H23', 'H23', null, null]);
});

test('the same names again, with another name for the rows, begin another table', () => {
  const { tables } = structure([
    ['North field', '2022', '2023'],
    ['Bramley', 1820, 2015],
    ['Cox', 960, 880],
    ['South field', '2022', '2023'],
    ['Discovery', 415, 390],
    ['Gala', 640, 705],
  ]);
  expect(Object.values(tables).map(([names]) => names?.[0])).toEqual(['North field', 'South field']);
});

test('names below times of day begin another table', () => {
  const { tables } = structure([
    ['Classes'],
    ['Class', 'Day', 'Start', 'Places'],
    ['Yoga', 'Monday', '9:00', 18],
    ['Spin', 'Tuesday', '18:30', 14],
    [null],
    ['Staff'],
    ['Name', 'Role', 'Phone'],
    ['Ellie Marsh', 'Instructor', '020 7946 0011'],
    ['Priya Shah', 'Reception', '020 7946 0013'],
  ]);
  expect(tables.Classes?.length).toBe(3);
  expect(tables.Staff?.[0]).toEqual(['Name', 'Role', 'Phone']);
});

test('addresses beside each other are no table, and a result below a table is no row of it', () => {
  const { tables } = structure([
    ['Supplier', null, null, 'Deliver to'],
    ['Norwood Paper', null, null, 'Elm Court School'],
    ['Hull HU1 4XX', null, null, 'York YO10 2AB'],
    [null],
    ['Hours', 'Rate', 'Pay', 'Tax'],
    [160, 14, 2240, 310],
    [12, 21, 252, 40],
    [null],
    ['Net pay', 2142],
  ]);
  expect(tables.base?.slice(1)).toEqual([
    [160, 14, 2240, 310],
    [12, 21, 252, 40],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_補足情報']);
});

test('lists with a total beside each other are two, though the total has no date', () => {
  const { tables } = structure([
    ['Receipts', null, null, null, 'Payments'],
    ['Date', 'Details', 'Amount', null, 'Date', 'Details', 'Amount'],
    ['2024-04-01', 'Fees', 410, null, '2024-04-03', 'Paper', 26],
    ['2024-04-08', 'Raffle', 240, null, '2024-04-09', 'Hall', 85],
    ['2024-04-20', 'Gifts', 93, null, '2024-04-22', 'Speaker', 60],
    [null, 'Total', 743, null, null, 'Total', 171],
  ]);
  expect(Object.keys(tables).slice(0, 4)).toEqual([
    'Receipts',
    'Receipts_計算項目',
    'Payments',
    'Payments_計算項目',
  ]);
});

test.each([
  ['below a blank row', [[null]]],
  ['right below it', []],
])('a list of one column %s is no part of the table', (_, between) => {
  const bold = (value: string) => ({ value, style: { bold: true } });
  const { tables } = structure([
    [bold('Product'), bold('Qty'), bold('Price')],
    ['Chair', 4, 59],
    ['Table', 2, 180],
    ['Lamp', 6, 25],
    ...between,
    [bold('Colours')],
    ['Red'],
    ['Blue'],
    ['Green'],
  ]);
  expect(Object.values(tables).map((rows) => [rows[0], rows.length - 1])).toEqual([
    [['Product', 'Qty', 'Price'], 3],
    [['Colours'], 3],
  ]);
});

test('the box with the title of a drawing below its parts is a form', () => {
  const { tables } = structure([
    ['番号', '品名', '数量', '材質'],
    [1, 'ハウジング', 1, 'FC250'],
    [2, '軸', 2, 'S45C'],
    [3, '軸受', 4, '6204'],
    [null],
    [null, null, '図名', '減速機'],
    [null, null, '図番', 'GB-104'],
    [null, null, '作成', '田中'],
    [null, null, '承認', '佐藤'],
  ]);
  expect(Object.values(tables)[1]).toEqual([
    ['図名', '図番', '作成', '承認'],
    ['減速機', 'GB-104', '田中', '佐藤'],
  ]);
});

test('tables without a gap between them are told apart by their headings, where one ends well before the other', () => {
  const rows = (last: (string | number | null)[]) => [
    ['Classes', null, null, 'Teachers', null],
    ['Class', 'Subject', 'Pupils', 'Name', 'Rate'],
    ['A', 'English', 12, 'Nolan', 2200],
    ['B', 'Maths', 10, 'Vega', 2300],
    ['C', 'Latin', 8, ...last],
    ['D', 'Music', 15, ...last],
  ];
  expect(Object.keys(structure(rows([null, null])).tables)).toContain('Teachers');
  expect(Object.keys(structure(rows(['Petit', 2100])).tables)).not.toContain('Teachers');
});

test('what marks mean is a note beside the table, though it has a heading', () => {
  const { tables } = structure([
    ['Day', 'Arranger', 'Colour', null, null, 'KEY'],
    ['Mon', 'Ann', 'L', null, null, 'L = lent'],
    ['Tue', 'Bea', 'P', null, null, 'P = plain'],
    ['Wed', 'Cleo', 'L', null, null, null],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_補足情報']);
});

test('tables beside each other may have two columns of labels each, the outer one with blanks', () => {
  const { spec } = structure([
    ['事故の率', null, null, null, '事故の数', null, null],
    ['地方', '県', '率', null, '地方', '県', '件数'],
    ['東北', '青森', 2.3, null, '東北', '青森', 2966],
    [null, '岩手', 1.5, null, null, '岩手', 1982],
    ['関東', '茨城', 3.1, null, '関東', '茨城', 8682],
    [null, '栃木', 2.4, null, null, '栃木', 4764],
    ['近畿', '滋賀', 2.9, null, '近畿', '滋賀', 4212],
    [null, '京都', 2.2, null, null, '京都', 5811],
    ['四国', '徳島', 3.6, null, '四国', '徳島', 2716],
  ]);
  const data = spec.regions.filter(({ kind }) => kind === 'data');
  expect(data.map(({ name, columns }) => [name, columns.length])).toEqual([
    ['事故の率', 3],
    ['事故の数', 3],
  ]);
});

test('titles with a number and a letter name their tables', () => {
  const { tables } = structure([
    ['Table 4a: Costs by region, 2021'],
    ['Region', 'Wages', 'Rent'],
    ['North', 394, 58],
    ['South', 629, 31],
    [null],
    ['Table 4b: Costs by region, 2020'],
    ['Region', 'Wages', 'Rent'],
    ['North', 397, 67],
    ['South', 550, 30],
  ]);
  expect(Object.keys(tables)).toContain('Table 4b: Costs by region, 2020');
});

test('an appeal between tables names none, and months over pairs of columns name lists', () => {
  const { tables } = structure([
    ['Voice', 'Singers'],
    ['Alto', 12],
    ['Tenor', 6],
    [null],
    ['We still look for tenors. Please ask around!'],
    [null],
    ['Concert', 'Place'],
    ['Summer', 'Town hall'],
    ['Harvest', 'St Anne'],
  ]);
  expect(Object.keys(tables)).not.toContain('We still look for tenors. Please ask around!');
  const lists = structure([
    ['April', null, null, 'May', null],
    ['Day', 'Duty', null, 'Day', 'Duty'],
    [5, 'Ann', null, 3, 'Eve'],
    [12, 'Bob', null, 10, 'Max'],
    [19, 'Kim', null, 17, 'Lou'],
  ]);
  expect(Object.keys(lists.tables)).toEqual(expect.arrayContaining(['April', 'May']));
});
