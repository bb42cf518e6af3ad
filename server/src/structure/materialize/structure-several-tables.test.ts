import { expect, test } from 'vitest';
import { merge, structure } from '../../../test-support/structured-sheet.js';

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
