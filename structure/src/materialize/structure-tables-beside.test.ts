import { expect, test } from 'vitest';
import { framed, structure } from '../../test-support/structured-sheet.js';

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

test('a blank column inside a table does not split it', () => {
  const { tables } = structure([
    ['店舗', '売上', '客数', null, '前年売上', '前年客数'],
    ['三宮', 520, 61, null, 480, 60],
    ['元町', 310, 40, null, 300, 44],
    ['灘', 150, 18, null, 140, 17],
  ]);
  expect(tables.base?.[1]).toEqual(['三宮', 520, 61, 480, 60]);
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
