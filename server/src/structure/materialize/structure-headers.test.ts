import { expect, test } from 'vitest';
import { merge, structure } from '../../../test-support/structured-sheet.js';

test('a header of two rows: merged years over measures give one column for each measure', () => {
  const { tables } = structure(
    [
      ['店舗', '2023年', null, '2024年', null],
      [null, '売上', '客数', '売上', '客数'],
      ['三宮', 520, 61, 540, 66],
      ['元町', 310, 40, 325, 43],
      ['灘', 150, 18, 149, 17],
    ],
    [merge(0, 0, 1, 0), merge(0, 1, 0, 2), merge(0, 3, 0, 4)],
  );
  expect(tables.base?.slice(0, 3)).toEqual([
    ['店舗', 'period', '売上', '客数'],
    ['三宮', '2023年', 520, 61],
    ['三宮', '2024年', 540, 66],
  ]);
});

test('a header of two rows without periods is joined, and units are taken out of it', () => {
  const { spec } = structure(
    [
      ['区名', '人口', null, '面積(k㎡)'],
      [null, '男(人)', '女(人)', null],
      ['東灘区', 98_500, 108_300, 34.0],
      ['灘区', 64_200, 71_900, 32.7],
      ['兵庫区', 53_100, 55_400, 14.7],
    ],
    [merge(0, 1, 0, 2), merge(0, 0, 1, 0), merge(0, 3, 1, 3)],
  );
  expect(spec.regions[0]?.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ['区名', undefined],
    ['人口 男', '人'],
    ['人口 女', '人'],
    ['面積', 'k㎡'],
  ]);
});

test('units and numbers of columns in rows of their own are no part of the names', () => {
  const { spec, tables } = structure([
    ['Sales by store', null, null, null],
    [null],
    ['Store', 'Sales', null, 'Staff'],
    [null, 'Own', 'Rented', null],
    [null, 'USD', 'USD', 'persons'],
    ['(1)', '(2)', '(3)', '(4)'],
    ['Oslo', 520, 61, 9],
    ['Leeds', 310, 40, 5],
    ['Turin', 150, 18, 7],
  ]);
  const region = spec.regions.find(({ kind }) => kind === 'data');
  expect(region?.headerRows).toEqual([2, 3, 4, 5]);
  expect(region?.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ['Store', undefined],
    ['Sales Own', 'USD'],
    ['Sales Rented', 'USD'],
    ['Staff', 'persons'],
  ]);
  expect(tables.base).toHaveLength(4);
});

test('number and percent below each group are names and not units', () => {
  const { tables } = structure(
    [
      ['Population by age and sex'],
      ['Age', 'Male', null, 'Female', null],
      [null, 'Number', 'Percent', 'Number', 'Percent'],
      ['Under 5 years', 10273, 6.8, 9837, 6.2],
      ['5 to 9 years', 10427, 6.9, 9989, 6.3],
      ['10 to 14 years', 10529, 7.1, 10076, 6.4],
    ],
    [merge(1, 1, 1, 2), merge(1, 3, 1, 4), merge(1, 0, 2, 0)],
  );
  expect(tables.base?.[0]).toEqual(['Age', 'Male Number', 'Male Percent', 'Female Number', 'Female Percent']);
});

test('a row is part of the header if a cell of it is merged down into the header', () => {
  const { tables } = structure(
    [
      ['部門分類対照表'],
      ['平成12年', null, '対応', '平成17年', null, '備考'],
      [null],
      ['コード', '部門', null, 'コード', '部門'],
      [null],
      ['A-01', '米', '＝', 'A-01', '米'],
      ['A-02', '麦', '＝', 'A-02', '麦'],
      ['A-03', '豆', '＝', 'A-04', '豆', '名称変更'],
    ],
    [merge(1, 0, 2, 1), merge(1, 2, 4, 2), merge(1, 3, 2, 4), merge(1, 5, 4, 5)],
  );
  expect(tables.base?.[0]).toEqual([
    '平成12年 コード',
    '平成12年 部門',
    '対応',
    '平成17年 コード',
    '平成17年 部門',
    '備考',
  ]);
});

test('a few values without a name beside a table are notes', () => {
  const { tables } = structure([
    [null, null, null, 1],
    [null, null, null, 2],
    [null, null, null, 3],
    [null],
    [null],
    ['品目', 'よみ', '区分', '説明'],
    ['アイロン', 'あいろん', 4, '紙にくるむ'],
    ['空き缶', 'あきかん', 1, '水洗いする'],
    ['油', 'あぶら', 4, '布にしみこませる'],
    ['網戸', 'あみど', 3, '袋に入れる'],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_補足情報']);
});

test('numbers that are written as text over stored numbers are names', () => {
  const { tables } = structure([
    ['YEAR AND', 'TOTAL', 'CHAP.', 'CHAP.'],
    ['MONTH', 'FILINGS', '7', '11'],
    [200504, 167943, 132890, 562],
    [200505, 152495, 119316, 509],
    [200506, 147197, 112463, 497],
  ]);
  expect(tables.base?.[0]).toEqual(['YEAR AND MONTH', 'TOTAL FILINGS', 'CHAP. 7', 'CHAP. 11']);
});

test('names that a blank row separates from the values are their header', () => {
  const { tables } = structure([
    [null, 'Entergy', 'Entergy', 'Soco', 'Soco'],
    [null],
    ['Daily', 29, 32, 33, 35],
    ['Bal week', 29, 32, 31, 33.5],
    ['Next week', 29, 31, 30, 32],
    ['Bal month', 30.5, 32, 32, 34],
  ]);
  expect(tables.base?.map(([first]) => first)).toEqual(['A', 'Daily', 'Bal week', 'Next week', 'Bal month']);
  expect(tables.base?.[0]).toContain('Soco');
});

test('rows with the values of the first one do not repeat a header', () => {
  const { tables } = structure([
    ['General', 1, -1.2, 12.3, 55.5],
    ['General 2', 1, -1.2, 12.3, 55.5],
    ['Red', 3, 4.5, 17.1, 80.2],
    ['Blue', 1, -1.2, 12.3, 55.5],
    ['Green', 7, 0.2, 1.3, 5.7],
  ]);
  expect(
    Object.values(tables)
      .flat()
      .filter(([first]) => first === 'Blue'),
  ).toHaveLength(1);
  expect(Object.values(tables)[0]).toHaveLength(6);
});

test('labels over runs of columns with the same names are over the whole run, and one across two of them is a title', () => {
  const { tables } = structure(
    [
      [null, null, null, null, 'Prices', null, null],
      [null, null, 'East', 'West', null, null, 'South'],
      [null, 'peak', 'base', 'peak', 'base', 'peak', 'base'],
      ['Q1', 50.75, 40.6, 39.25, 29.4, 43.75, 35.5],
      ['Q2', 44.6, 33.1, 35.6, 25.9, 40.2, 30.4],
      ['Q3', 44.8, 29.4, 35.7, 23.7, 40.5, 27.1],
    ],
    [merge(0, 4, 0, 5), merge(1, 3, 1, 4)],
  );
  expect(tables.base?.[0]).toEqual([
    'item',
    ...['East', 'West', 'South'].flatMap((place) => [`${place} peak`, `${place} base`]),
  ]);
});

test('names several blank rows above a table belong to it if its own header leaves its first column without one', () => {
  const blank = [null, null, null, null];
  const { tables } = structure([
    ['Traffic fatalities by state', null, null, null],
    blank,
    ['State', 'Fatalities', 'Sober drivers', null],
    ...[blank, blank, blank, blank],
    [null, null, 'Number', 'Percent'],
    ['Alabama', 1110, 653, 59],
    ['Alaska', 84, 49, 58],
    ['Arizona', 1066, 641, 60],
    ['Arkansas', 650, 445, 68],
  ]);
  expect(tables.base?.slice(0, 2)).toEqual([
    ['State', 'Fatalities', 'Sober drivers Number', 'Sober drivers Percent'],
    ['Alabama', 1110, 653, 59],
  ]);
});

test('a gap in which a name over several columns begins is no column', () => {
  const { tables } = structure(
    [
      ['Account', 'Balance', null, null],
      [null, null, 'Opening', 'Ending'],
      ['City Bank', null, 1000, 800],
      ['First Bank', null, 500, 400],
      ['Old Bank', null, 700, 650],
    ],
    [merge(0, 1, 0, 3), merge(0, 0, 1, 0)],
  );
  expect(Object.values(tables)[0]?.[0]).toEqual(['Account', 'Balance Opening', 'Balance Ending']);
});

test('a column that is named over merged cells and has no values yet stays', () => {
  const { tables } = structure(
    [
      ['Pos.', 'Designation', null, 'Quantity'],
      [10, null, null, 1],
      [20, null, null, 4],
      [30, null, null, 2],
    ],
    [merge(0, 1, 0, 2)],
  );
  expect(Object.values(tables)[0]?.[0]).toEqual(['Pos.', 'Designation', 'Quantity']);
});

test('a line of a calculation names no columns', () => {
  const { spec } = structure([
    ['Torque', null, null, null, 747.7, null, null],
    ['Power', 26.1, 'HP', null, 'F res', 'Fz', 'Fy'],
    ['Speed', 2200, 'RPM', 'Gear 1', 471.4, -427.3, -199.2],
    [null, null, null, 'Gear 2', 733.3, 664.6, -309.9],
    ['Teeth', 42, 18, null, 'Ray', 'Raz', 'Total'],
    ['Width', 1.4, 1.4, null, 211.9, 74.6, 224.6],
  ]);
  expect(spec.regions.flatMap(({ columns }) => columns.map(({ name }) => name))).not.toContain('747.7');
});

test('the next year below the records is one of them, though it has no values yet', () => {
  const { tables } = structure([
    ['Year', 'Admitted', 'Graduated'],
    [2012, 310, 282],
    [2013, 322, 279],
    [2014, 331, 301],
    [2015, 340, null],
    [2016, null, null],
    [null],
    ['Notes:'],
    ['Graduates are counted in the year in which they were admitted.'],
  ]);
  expect(Object.values(tables)[0]?.at(-1)).toEqual([2016, null, null]);
});
