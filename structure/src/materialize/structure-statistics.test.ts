import { expect, test } from 'vitest';
import { drawSheet, linesOf, merge, structure, tablesOf } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from './materialize-sheet.js';

const firstNames = (rows: Parameters<typeof structure>[0]) =>
  structure(rows)
    .spec.regions.find(({ kind }) => kind === 'data')
    ?.columns.map(({ name }) => name);

test('what is listed again stands apart from what it repeats', () => {
  const tables = tablesOf([
    ['年齢', '28年', '29年', '30年'],
    ['15歳以下', 16, 13, 12],
    ['16～24歳', 241, 222, 170],
    ['25～64歳', 503, 499, 419],
    ['65歳以上', 460, 370, 343],
    ['全年齢', 1220, 1104, 944],
    ['（再掲）', null, null, null],
    ['24歳以下', 257, 235, 182],
    ['25歳以上', 963, 869, 762],
  ]);
  expect(tables.階層1?.slice(0, 2)).toEqual(['15歳以下 | 28年 | 16', '15歳以下 | 29年 | 13']);
  expect(tables.階層2?.[0]).toBe('（再掲） | 24歳以下 | 28年 | 257');
});

test('letters of columns and formulas of them are no part of the names', () => {
  expect(
    firstNames([
      [null, '転入', '転出', '届出', '増減'],
      [null, '(A)', '(B)', '(C)', '(A)-(B)+(C)'],
      ['三宮', 520, 61, 9, 468],
      ['元町', 310, 40, 5, 275],
      ['灘', 150, 18, 7, 139],
    ]),
  ).toEqual(['item', '転入', '転出', '届出', '増減']);
});

test('labels at equal distances are over the columns without a name beside them', () => {
  expect(
    firstNames([
      ['除数', '青党', null, '赤党', null, '白党', null],
      [null, '順位', null, '順位', null, '順位', null],
      [1, 1, 18_256, 4, 6771, 3, 7845],
      [2, 2, 9128, null, 3385, 5, 3922],
      [3, null, 6085, null, 2257, null, 2615],
    ]),
  ).toEqual(['除数', '青党 順位', '青党', '赤党 順位', '赤党', '白党 順位', '白党']);
});

test('a difference with spaces in its name is what is computed, not the row that it is taken from', () => {
  const { spec } = structure([
    ['区　分', '青党', '赤党', '白党'],
    ['今　回', 20_603, 8154, 5533],
    ['前　回', 20_030, 7951, 3664],
    ['差　引', 573, 203, 1869],
  ]);
  expect(spec.regions[0]?.rowRoles.derived).toEqual([3]);
});

test('eras over their years and the calendar below them are one period for each column', () => {
  const { tables } = structure([
    [null, '平成', '令和', '令和'],
    [null, '30年', '元年', '2年'],
    ['年齢層', '(2018)', '(2019)', '(2020)', '構成率'],
    ['15歳以下', 16, 13, 12, 1.2],
    ['16～24歳', 241, 222, 170, 17],
    ['25～64歳', 503, 499, 419, 41.9],
  ]);
  expect(tables.base?.slice(0, 3)).toEqual([
    ['年齢層', '構成率', 'period', 'value'],
    ['15歳以下', 1.2, '平成30年', 16],
    ['15歳以下', 1.2, '令和元年', 13],
  ]);
});

test('merged labels hold for their rows in the second column too, though most labels there have no further key', () => {
  const { spec } = structure(
    [
      ['類型', '行動', '場所', '件数', '死者'],
      ['人対車両', '対面通行中', null, 23, 2],
      [null, '横断中', '横断歩道', 149, 9],
      [null, null, '歩道橋', 55, 4],
      [null, '作業中', null, 8, 1],
      ['車両相互', '正面衝突', null, 185, 12],
      [null, '追突', '進行中', 50, 3],
      [null, null, 'その他', 53, 5],
      [null, '右折時', null, 101, 8],
      ['車両単独', '転倒', null, 24, 3],
      [null, '転落', null, 93, 7],
      ['列車', null, null, 12, 6],
    ],
    [merge(1, 0, 4, 0), merge(2, 1, 3, 1), merge(5, 0, 8, 0), merge(6, 1, 7, 1), merge(9, 0, 10, 0)],
  );
  expect(spec.regions[0]?.steps).toEqual([{ operator: 'ffill', last: 1 }]);
});

test('times of day are values where the next row has times too', () => {
  const { spec } = structure([
    [null, '柏木線'],
    [null],
    ['柏木', '06:40', '07:10', '08:00'],
    ['港北町', '06:42', '07:12', '08:02'],
    ['八丁平', '06:50', '07:20', '08:10'],
    ['東町', '07:13', '07:43', '08:33'],
  ]);
  expect(spec.regions.find(({ kind }) => kind === 'data')?.headerRows).toEqual([]);
});

test('labels without values right below each other are records', () => {
  const { spec } = structure([
    ['県', '青党', '赤党', '計'],
    ['北海道', null, null, null],
    ['青森県', null, null, null],
    ['岩手県', null, null, null],
    ['群馬県', null, null, null],
    ['宮城県', 919, 400, 1319],
    ['秋田県', null, null, null],
    ['山形県', 820, 310, 1130],
    ['福島県', null, null, null],
    ['茨城県', 159, 227, 386],
  ]);
  expect(spec.regions[0]?.rowRoles.group).toEqual([]);
  expect(spec.regions[0]?.rowParents).toBeUndefined();
});

test('a title, its unit and the first of several headings below each other are headings', () => {
  const figures = [
    ['Nominal', 1.8, 1.7],
    ['Real', 8.6, 8.3],
  ];
  const { spec } = structure([
    ['Item', 1960, 1961],
    ['END USE', null, null],
    ['Homes', 201, 214],
    ['Shops', 159, 167],
    ['RETAIL PRICES', null, null],
    ['(Cents per unit)', null, null],
    ['All:', null, null],
    ...figures,
    ['Homes:', null, null],
    ...figures,
    ['Shops:', null, null],
    ...figures,
  ]);
  expect(spec.regions[0]?.rowRoles.group).toEqual([1, 4, 5, 6, 9, 12]);
});

test('whole numbers that a program wrote with a fraction are written without it in names', () => {
  expect(
    firstNames([
      ['Area', 'Total', '15.0', '16.0', '17 and over'],
      ['North', 12, 3, 4, 5],
      ['South', 15, 4, 5, 6],
      ['West', 18, 5, 6, 7],
    ]),
  ).toEqual(['Area', 'Total', '15', '16', '17 and over']);
});

test('a label over the middle of columns is not over two of the same name', () => {
  expect(
    firstNames([
      [null, null, 'Parents', null, null, null, 'Affiliates', null, null],
      ['Industry', 'Code', 'Assets', 'Outlays', 'Value', 'Staff', 'Outlays', 'Value', 'Staff'],
      ['Mining', 21, 325, 34, 64, 179, 42, 129, 167],
      ['Utilities', 22, 569, 28, 75, 226, 3, 11, 46],
      ['Food', 31, 295, 77, 64, 630, 32, 28, 402],
      ['Paper', 32, 105, 34, 36, 224, 14, 10, 108],
    ])?.slice(5),
  ).toEqual(['Parents Staff', 'Affiliates Outlays', 'Affiliates Value', 'Affiliates Staff']);
});

test('the years of an era below each name are periods', () => {
  const rows: (string | number | null)[][] = [
    ['地域', '全市', null, '東区', null, '西区', null],
    [null, '25年', '26年', '25年', '26年', '25年', '26年'],
    ['近畿', 263, 254, 46, 45, 24, 25],
    ['関東', 62, 61, 14, 15, 7, 8],
    ['九州', 27, 25, 5, 6, 3, 2],
  ];
  const across = [1, 3, 5].map((column) => merge(0, column, 0, column + 1));
  const { base = [] } = structure(rows, across).tables;
  expect(base.slice(0, 3)).toEqual([
    ['地域', 'period', '全市', '東区', '西区'],
    ['近畿', '25年', 263, 46, 24],
    ['近畿', '26年', 254, 45, 25],
  ]);
});

test('every row beside the label of a total is computed, and so is one that is called by its formula', () => {
  const rows: (string | number | null)[][] = [
    ['区分', '部', '学級', '生徒'],
    ['合計', '小学部', 31, 152],
    [null, '中学部', 22, 121],
    ['青葉', '小学部', 14, 71],
    [null, '中学部', 11, 63],
    ['若葉', '小学部', 17, 81],
    [null, '中学部', 11, 58],
  ];
  const { spec } = structure(
    rows,
    [1, 3, 5].map((row) => merge(row, 0, row + 1, 0)),
  );
  expect(spec.regions[0]?.rowRoles.derived).toEqual([1, 2]);
  const result = structure([
    ['区分', '項目', '金額', '前年'],
    ['費用(A)', '給与', 523, 512],
    ['財源(B)', '寄付', 219, 187],
    ['（A）－（B）', '不足', 310, 329],
  ]);
  expect(result.spec.regions[0]?.rowRoles.derived).toEqual([3]);
});

test('labels that are repeated at the right edge are there once', () => {
  const rows = ['北海道', '青森', '岩手', '宮城', '秋田', '山形'].map((name, at) => [
    name,
    31 + at,
    52 - at,
    name,
  ]);
  const { base = [] } = structure([['地域', '転入', '転出', '地域'], ...rows]).tables;
  expect(base.slice(0, 2)).toEqual([
    ['地域', '転入', '転出'],
    ['北海道', 31, 52],
  ]);
});

test('groups in capitals are beside each other, whatever the first of them heads', () => {
  const years = (first: number) => [2005, 2006, 2007].map((year, at) => [year, first + at, first * 2 + at]);
  const { spec } = structure([
    ['Year', 'Supply', 'Use'],
    ['FRUITS'],
    ['Citrus:'],
    ...years(120),
    ['Others:'],
    ...years(340),
    ['VEGETABLES'],
    ...years(560),
  ]);
  const region = spec.regions.find(({ kind }) => kind === 'data');
  expect(region?.rowParents?.[6]).toBe(1);
  expect(region?.rowParents?.[10]).toBeUndefined();
});

test('a label over the periods alone names their values', () => {
  const rows = [
    [null, 'Bankruptcies', null, null],
    ['State', 2005, 2006, 2007],
    ['Alabama', 42, 26, 28],
    ['Alaska', 7, 2, 3],
    ['Arizona', 51, 12, 19],
  ];
  const { base = [] } = structure(rows, [merge(0, 1, 0, 3)]).tables;
  expect(base[0]).toEqual(['State', 'period', 'Bankruptcies']);
});

test('a few years among other figures are fields', () => {
  expect(
    firstNames([
      ['Area', 'Counties', 'Firms', 'Staff', '2000', '2008'],
      ['Atlantic', 285, 1789, 27411, 651, 691],
      ['Gulf', 142, 462, 6871, 180, 201],
      ['Pacific', 88, 1044, 14322, 377, 408],
    ]),
  ).toContain('2008');
});

test('a total that is named as another one right below its heading is one too', () => {
  const { tables } = structure([
    ['Type', 2005, 2006, 2007],
    ['LATE', null, null, null],
    ['Total loans', 30, 60, 90],
    ['Houses', 10, 20, 30],
    ['Cards', 20, 40, 60],
    ['LOST', null, null, null],
    ['Total loans', 0.9, 1.1, 1.3],
    ['Houses', 0.5, 0.8, 0.7],
    ['Cards', 1.9, 1.4, 1.6],
  ]);
  expect(tables.base_階層2_計算項目?.map(([group]) => group).slice(1)).toEqual([
    ...Array(3).fill('LATE'),
    ...Array(3).fill('LOST'),
  ]);
});

test('what stands beside a heading alone is a field of all records below it', () => {
  const sheet = drawSheet([
    ['Year', 'Code', 'Tax'],
    ['Canada:', 'CA', null],
    [2005, null, 310],
    [2006, null, 320],
    ['France:', 'FR', null],
    [2005, null, 410],
  ]);
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  for (const region of spec.regions) region.rowRoles.group = [1, 4];
  const [table] = materializeSheet(sheet, null, spec, 'base').tables;
  expect(table && linesOf(table).slice(1)).toEqual([
    ['Canada', '2005', 'CA', 310],
    ['Canada', '2006', 'CA', 320],
    ['France', '2005', 'FR', 410],
  ]);
});

test('labels that follow several others in the same order are parts of each', () => {
  const rates = (first: number) => [first, first + 0.4, first + 1.1];
  const { tables } = structure([
    ['Item', 2005, 2006, 2007],
    ['DROPOUTS', null, null, null],
    ['Total', ...rates(5.8)],
    ['White \\4', ...rates(5.4)],
    ['Male', ...rates(5)],
    ['Female', ...rates(5.9)],
    ['Black \\4', ...rates(8.7)],
    ['Male', ...rates(8.3)],
    ['Female', ...rates(9)],
    ['Hispanic', ...rates(10.9)],
    ['Male', ...rates(10.1)],
    ['Female', ...rates(11.6)],
  ]);
  expect(tables.base_階層3?.[1]).toEqual(['DROPOUTS', 'White \\4', 'Male', 2005, 5]);
  expect(tables.base_階層3?.at(-1)).toEqual(['DROPOUTS', 'Hispanic', 'Female', 2007, 12.7]);
});

test('a label right above the row with its values is that of the row', () => {
  const { tables } = structure([
    ['Stage', 2005, 2006, 2007],
    ['Finished goods', 119.2, 138, 140.7],
    ['Fresh fruits', 118.1, 91.4, 97.7],
    ['Intermediate materials and components', null, null, null],
    [null, 114.5, 129.2, 129.7],
    ['Flour', 103.6, 103.8, 109.9],
    ['Refined sugar', 122.7, 110.6, 109.9],
  ]);
  expect(tables.base?.slice(7, 8)).toEqual([['Intermediate materials and components', 2005, 114.5]]);
  expect(tables.base).toHaveLength(16);
});

test('the end of a label below its values heads nothing', () => {
  const { tables } = structure([
    ['Industry', 'Code', 'Workers'],
    ['Wired telecommunications carriers', 5171, 485830],
    ['Business, labor, political, and', 8139, 425760],
    ['similar organizations', null, null],
    ['Iron and steel mills', 3311, 95350],
    ['Activities related to real estate', 5313, 513590],
  ]);
  expect(tables.base?.slice(2, 4)).toEqual([
    ['Business, labor, political, and similar organizations', 8139, 425760],
    ['Iron and steel mills', 3311, 95350],
  ]);
});
