import { expect, test } from 'vitest';
import { merge, structure } from '../../test-support/structured-sheet.js';

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

test('a period names a table where it is what tells several tables apart', () => {
  const table = [
    ['Name', 'Hours', 'Pay'],
    ['Ann', 120, 2400],
    ['Bob', 98, 1960],
  ];
  const { tables } = structure([['January'], ...table, [], ['February'], ...table]);
  expect(Object.keys(tables).slice(0, 2)).toEqual(['January', 'February']);
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
