import { expect, test } from 'vitest';
import { framed, merge, structure, tablesOf } from '../../test-support/structured-sheet.js';

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
