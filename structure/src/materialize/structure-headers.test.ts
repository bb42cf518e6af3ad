import { expect, test } from 'vitest';
import { merge, structure } from '../../test-support/structured-sheet.js';

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

test('a filled row like those that head other rows is no part of the header', () => {
  const heading = (value: string) => ({ value, style: { fill: '#BFBFBF' } });
  const { tables } = structure([
    ['Reaction', 'Equation', 'Flux', 'Limit'],
    [heading('Net fluxes'), heading('(mmol/day)')],
    ['PDH', 'Pyr -> AcCoA', 0.12, 0.2],
    ['FAO', 'FFA -> AcCoA', 0.56, 0.6],
    [heading('Mixing fluxes'), heading('(percent)')],
    ['ALT', 'Pyr -> Ala', 14.8, 23.1],
    ['AST', 'Oac -> Asp', 10.5, 22.9],
  ]);
  expect(Object.values(tables)[0]?.[0]).toEqual(['Reaction', 'Equation', 'Flux', 'Limit']);
});

test('a label over a run of columns is also over the one that has no name of its own', () => {
  const { tables } = structure([
    [null, 'H21', null, null, 'H22', null, null, 'H23', null, null],
    [null, '償還', null, '算入', '償還', null, '算入', '償還', null, '算入'],
    ['利子', 22, null, null, 21, null, null, 20, null, null],
    ['公債', null, null, 104, null, null, 102, null, null, 100],
    ['分子', null, 40, null, null, 34, null, null, 36, null],
  ]);
  expect(Object.values(tables)[0]?.slice(0, 2)).toEqual([
    ['item', 'period', '償還', 'value', '算入'],
    ['利子', 'H21', 22, null, null],
  ]);
});

test('grades counted from 1 on name the columns below them', () => {
  const { tables } = structure([
    ['Question', 1, 2, 3, 4],
    ['Staff friendly?', 2, 5, 18, 64],
    ['Rooms clean?', 8, 14, 40, 82],
    ['Good value?', 11, 25, 63, 70],
  ]);
  expect(tables.base?.slice(0, 2)).toEqual([
    ['Question', '1', '2', '3', '4'],
    ['Staff friendly?', 2, 5, 18, 64],
  ]);
});

test('a unit between dashes is that of all columns', () => {
  const { tables } = structure([
    ['Season', 'California', null, 'Arizona', null],
    [null, 'Fresh', 'Processed', 'Fresh', 'Processed'],
    [null, '--1,000 short tons--'],
    ['1977/78', 376.2, 395.2, 87.4, 133],
    ['1978/79', 348.4, 187.3, 106.4, 102.6],
    ['1979/80', 346.5, 326, 60.2, 55.6],
  ]);
  const names = ['California Fresh', 'California Processed', 'Arizona Fresh', 'Arizona Processed'];
  expect(Object.values(tables)[0]?.[0]).toEqual(['Season', ...names]);
});

test('lines above a header that repeats names are part of it, though they read as titles', () => {
  const { spec } = structure([
    ['Visits by month', null, null, null, null, null, null],
    [null, null, null, null, null, null, 'thousands'],
    [null, 'All visits', null, 'Area of residence', null, null, null],
    [null, null, null, 'America', 'Europe', 'Asia', 'Other'],
    [null, 'NSA', 'SA', 'NSA', 'NSA', 'NSA', 'NSA'],
    ['Jan', 2245.5, 2660, 192.2, 1704.4, 249.1, 348.9],
    ['Feb', 1736.1, 2470, 153.7, 1369.4, 207.1, 212.9],
    ['Mar', 2267.4, 2670, 242.5, 1740.2, 240.8, 284.7],
  ]);
  const table = spec.regions.find(({ kind }) => kind === 'data');
  expect(table?.columns.map(({ name }) => name).slice(1, 5)).toEqual([
    'All visits NSA',
    'All visits SA',
    'Area of residence America NSA',
    'Area of residence Europe NSA',
  ]);
});

test('a label over the periods alone is their measure, and figures beside them are no totals of theirs', () => {
  const { tables } = structure([
    ['Asset', 'Cost', 'Depreciation', null, 'Net value'],
    [null, null, 2024, 2025, null],
    ['Van', 18000, 4500, 3375, 10125],
    ['Oven', 6400, 1280, 1024, 4096],
    ['Tables', 2200, 440, 352, 1408],
  ]);
  expect(tables.base?.slice(0, 2)).toEqual([
    ['Asset', 'Cost', 'Net value', 'period', 'Depreciation'],
    ['Van', 18000, 10125, 2024, 4500],
  ]);
});

test('dates across that are written with their midnight are periods', () => {
  const { tables } = structure([
    ['Curve', '2001-12-01 00:00:00', '2002-01-01 00:00:00', '2002-02-01 00:00:00'],
    ['Current', 2.696, 2.935, 2.982],
    ['High', 2.85, 3.041, 3.081],
  ]);
  expect(tables.base?.slice(0, 2)).toEqual([
    ['Curve', 'period', 'value'],
    ['Current', Date.UTC(2001, 11, 1) / 86_400_000, 2.696],
  ]);
});

test('a number below the name of a column that has no other is a value, and its row the first record', () => {
  const { tables } = structure([
    [null, 'Step', 'Cost', 'Base', 'Minus', 'Plus', 'Start'],
    [null, 'Result before', null, null, null, null, 6],
    ['+', 'Sales', 115, 6, 0, 48, null],
    ['-', 'Goods', -65, 27, 27, 0, null],
    ['-', 'Selling', -11, 26, 1, 0, null],
    ['+', 'Finance', 14, 23, 0, 8, null],
  ]);
  expect(tables.base).toHaveLength(6);
  expect(tables.base?.[1]?.slice(1)).toEqual(['Result before', null, null, null, null, 6]);
});

test('a label is over names that recur beyond gaps, and between dashes it is not broken off', () => {
  const { tables } = structure([
    [null, 'Language', null, null, null, null, null, 'Mathematics', null, null, null, null],
    [null, 'Total', null, '% Part', null, '% Prof', null, 'Total', null, '% Part', null, '% Prof'],
    ['All pupils', 29711, null, 0.99, null, 0.81, null, 29691, null, 0.98, null, 0.68],
    ['With a disability', 3891, null, 0.97, null, 0.48, null, 3900, null, 0.96, null, 0.43],
    ['Others', 333, null, 0.95, null, 0.88, null, 413, null, 0.94, null, 0.83],
  ]);
  expect(tables.base?.[0]).toEqual([
    'item',
    ...['Language', 'Mathematics'].flatMap((label) =>
      ['Total', '% Part', '% Prof'].map((name) => `${label} ${name}`),
    ),
  ]);
  const { spec } = structure([
    ['Import', '------ Oats ------', null, '------ Corn ------', null],
    [null, 'Year', 'Month', 'Year', 'Month'],
    ['Canada', 1563.3, 146.9, 1393.3, 130.2],
    ['Finland', 47.5, 34.9, 73.9, 12.4],
    ['Sweden', 23.6, 3.5, 21.7, 2.8],
  ]);
  expect(spec.regions[0]?.columns.map(({ name }) => name)).toEqual([
    'Import',
    'Oats Year',
    'Oats Month',
    'Corn Year',
    'Corn Month',
  ]);
});
