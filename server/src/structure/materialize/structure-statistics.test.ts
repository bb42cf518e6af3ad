import { expect, test } from 'vitest';
import { structure, tablesOf } from '../../../test-support/structured-sheet.js';

const firstNames = (rows: Parameters<typeof structure>[0]) =>
  structure(rows)
    .spec.regions.find(({ kind }) => kind === 'data')
    ?.columns.map(({ name }) => name);

test('a label alone between the years of an era and those of the calendar names the labels of the rows', () => {
  const { spec } = structure([
    ['１．支出の推移'],
    [null],
    [null, '令和4年度', '令和5年度', '令和6年度'],
    ['　　項　　目', null, null, null],
    [null, 2022, 2023, 2024],
    ['１．消費', 109.9, 110.3, 111.6],
    ['　　（１）家計', 98.8, 99.2, 100.5],
    ['　　（２）団体', 11.1, 11.4, 11.8],
    ['２．投資', 55.3, 57.8, 58.2],
    ['　　（１）民間', 44.6, 46.9, 47.8],
    ['　　（２）公的', 10.9, 11.4, 10.6],
  ]);
  const region = spec.regions.find(({ kind }) => kind === 'data');
  expect(region?.headerRows).toEqual([2, 3, 4]);
  expect(region?.columns[0]?.name).toBe('項目');
  expect(region?.rowRoles.group).toEqual([]);
});

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
