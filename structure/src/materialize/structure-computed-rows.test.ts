import { expect, test } from 'vitest';
import { bold, merge, structure, tablesOf } from '../../test-support/structured-sheet.js';

test('a stray space, a bold row and a total at the end leave a list a list', () => {
  expect(
    tablesOf([
      ['Store', 'Sales', 'Units'],
      ['Oslo', 120, 8],
      [' Bergen', 75, 9],
      [bold('Leeds'), bold(64), bold(3)],
      ['Porto', 33, 5],
      ['Total', 292, 25],
    ]),
  ).toEqual({
    '': ['Oslo | 120 | 8', ' Bergen | 75 | 9', 'Leeds | 64 | 3', 'Porto | 33 | 5'],
    計算項目: ['Total | 292 | 25'],
  });
});

test('a merged total label holds for all its rows, and a total named like the others is one', () => {
  const down = (top: number, bottom: number, left: number) => ({ top, bottom, left, right: left });
  const { 階層3, 階層3_計算項目 } = tablesOf(
    [
      ['区分', '学校', '学科', '学級数', '生徒数'],
      ['課程別合計', '全日制', '計', 59, 2344],
      [null, null, '普通', 53, 2103],
      [null, null, '国際', 6, 241],
      ['全日制', '葺合', '計', 25, 999],
      [null, null, '普通', 19, 758],
      [null, null, '国際', 6, 241],
      [null, '兵庫', '計', 34, 1345],
      [null, null, '普通', 34, 1345],
    ],
    [down(1, 3, 0), down(1, 3, 1), down(4, 8, 0), down(4, 6, 1), down(7, 8, 1)],
  );
  expect(階層3?.[0]).toBe('全日制 | 葺合 | 普通 | 19 | 758');
  expect(階層3_計算項目).toContain('課程別合計 | 全日制 | 普通 | 53 | 2103');
  expect(階層3_計算項目).toContain('全日制 | 兵庫 | 計 | 34 | 1345');
});

test('profits are computed items of their level, however they look', () => {
  const { 階層1, 階層1_計算項目, ...others } = tablesOf([
    ['Item', '2023', '2024'],
    ['Revenue', 2257, 2597],
    ['Cost of sales', 849, 870],
    [bold('Gross profit'), bold(1408), bold(1727)],
    ['Administrative expenses', 398, 786],
    [bold('Operating profit'), bold(1010), bold(941)],
  ]);
  expect(階層1).toEqual([
    'Revenue | 2023 | 2257',
    'Revenue | 2024 | 2597',
    'Cost of sales | 2023 | 849',
    'Cost of sales | 2024 | 870',
    'Administrative expenses | 2023 | 398',
    'Administrative expenses | 2024 | 786',
  ]);
  expect(階層1_計算項目).toHaveLength(4);
  expect(Object.keys(others)).toEqual(['科目']);
});

test('a total with rows under it stays a computed row, an account with its sum does not become one', () => {
  const tables = tablesOf([
    ['Item', '2023', '2024'],
    ['Total', 300, 330],
    ['  Current assets', 120, 140],
    ['    Cash', 100, 110],
    ['    Stock', 20, 30],
    ['  Land', 180, 190],
  ]);
  expect(Object.keys(tables)).toEqual(['階層1_計算項目', '階層2', '階層3', '科目']);
  expect(tables.階層2).toContain('Total | Current assets | 2023 | 120');
});

test('tax between the subtotal and the total of an invoice is no item', () => {
  expect(
    tablesOf([
      ['Item', 'Qty', 'Price', 'Amount'],
      ['Toner', 4, 62.5, 250],
      ['Paper', 20, 4.9, 98],
      ['Stapler', 2, 11, 22],
      ['Subtotal', null, null, 370],
      ['VAT 19%', null, null, 70.3],
      ['Total', null, null, 440.3],
    ]).計算項目,
  ).toEqual(['Subtotal |  |  | 370', 'VAT 19% |  |  | 70.3', 'Total |  |  | 440.3']);
});

test('averages and ratios below the total leave with it, and the columns keep their types', () => {
  expect(
    tablesOf([
      ['店舗', '売上', '客数'],
      ['三宮', 1000, 120],
      ['元町', 800, 95],
      ['灘', 601, 85],
      ['合計', 2401, 300],
      ['平均', 800.3, 100],
      ['前年比', 1.052, 0.981],
    ]),
  ).toEqual({
    '': ['三宮 | 1000 | 120', '元町 | 800 | 95', '灘 | 601 | 85'],
    計算項目: ['合計 | 2401 | 300', '平均 | 800.3 | 100', '前年比 | 1.052 | 0.981'],
  });
});

test('a figure of its own that happens to be a ratio of others, or a watch in Japanese, is an item', () => {
  const { '': rows } = tablesOf([
    ['項目', '2022', '2023'],
    ['作付面積', 50, 40],
    ['収穫量', 100, 120],
    ['Yield per acre', 2, 3],
    ['腕時計', 152, 163],
  ]);
  expect(rows).toHaveLength(8);
});

test('averages and extremes below a list are computed', () => {
  const { '': list, 計算項目 } = tablesOf([
    ['Day', 'Morning', 'Noon'],
    ['Mon', 12.1, 18.4],
    ['Tue', 11.5, 17.2],
    ['Wed', 13, 19.9],
    ['Average', 12.2, 18.5],
    ['Max', 13, 19.9],
    ['Min', 11.5, 17.2],
  ]);
  expect(list).toHaveLength(3);
  expect(計算項目?.map((row) => row.split(' | ')[0])).toEqual(['Average', 'Max', 'Min']);
});

test('a name that all rows share makes none of them a total', () => {
  const tables = tablesOf([
    ['Store', 'Figure', 'North', 'South', 'West'],
    ['Oslo', 'Total sales', 1204, 871, 650],
    ['Bergen', 'Total sales', 733, 918, 1417],
    ['Leeds', 'Total sales', 1937, 1789, 2067],
    ['Porto', 'Total sales', 339, 508, 220],
  ]);
  expect(Object.keys(tables)).toEqual(['']);
  expect(tables['']).toHaveLength(4);
});

test('rows that a total adds up, and that add up those above them, are computed whatever they are called', () => {
  expect(
    tablesOf([
      ['Position', '2022', '2023'],
      ['Licences', 120, 115],
      ['Property', 480, 495],
      ['Fixed assets', 600, 610],
      ['Stock', 210, 220],
      ['Cash', 100, 85],
      ['Current assets', 310, 305],
      ['Total assets', 910, 915],
    ]).階層1_計算項目,
  ).toEqual([
    'Fixed assets | 2022 | 600',
    'Fixed assets | 2023 | 610',
    'Current assets | 2022 | 310',
    'Current assets | 2023 | 305',
    'Total assets | 2022 | 910',
    'Total assets | 2023 | 915',
  ]);
});

test('what is taken off a total, and what then remains, belongs to the totals', () => {
  expect(
    tablesOf([
      ['Description', 'Category', 'Amount'],
      ['Train', 'Transport', 148.6],
      ['Dinner', 'Meals', 96.4],
      ['Hotel', 'Lodging', 318],
      ['Total', null, 563],
      ['Less advance', null, -200],
      ['To be paid', null, 363],
    ]).計算項目,
  ).toEqual(['Total |  | 563', 'Less advance |  | -200', 'To be paid |  | 363']);
});

test('a total some blank rows below its table closes it', () => {
  const blank = [null, null, null];
  expect(
    tablesOf([
      ['Firm', 'Capital', 'Funds'],
      ['Alder', 2233, 1494],
      ['Birch', 2920, 2498],
      ['Cedar', 2021, 362],
      ['Elm', 745, 110],
      blank,
      blank,
      blank,
      ['Totals', 7919, 4464],
    ]).計算項目,
  ).toEqual(['Totals | 7919 | 4464']);
});

test('bold labels beside figures that no formula or name says to be computed are items', () => {
  const { 計算項目 } = tablesOf([
    ['Item', 'Cost', 'Year 1'],
    [bold('Salary'), 62000, 62000],
    ['Computer', 1500, 1200],
    ['Phone', 500, 480],
    [bold('Office space'), 5000, 4900],
    ['Advertising', 6200, 6100],
  ]);
  expect(計算項目).toBeUndefined();
});

test('what an account begins with is stated, and what it ends with computed', () => {
  expect(
    tablesOf([
      ['Item', 'July', 'August'],
      [bold('Opening balance'), 5200, 6050],
      ['Sales', 11550, 10880],
      ['Interest', 35, 41],
      [bold('Total receipts'), 11585, 10921],
      [bold('Payments'), 10735, 13191],
      [bold('Closing balance'), 6050, 3780],
    ]),
  ).toMatchObject({
    階層1_計算項目: [
      'Total receipts | July | 11585',
      'Total receipts | August | 10921',
      'Closing balance | July | 6050',
      'Closing balance | August | 3780',
    ],
  });
});

test('where most rows are bold, a plain part of one is not set off as computed', () => {
  const heading = (label: string, ...values: number[]) => [bold(label), ...values];
  const part = (label: string, ...values: number[]) => [{ value: label, style: { indent: 1 } }, ...values];
  expect(
    tablesOf([
      ['Item', 'Budget', 'Actual', 'Difference'],
      heading('Sales', 52000, 54300, 2300),
      part('Shops', 38000, 38900, 900),
      part('Online', 14000, 15400, 1400),
      heading('Cost of sales', 31000, 32100, 1100),
      heading('Gross profit', 21000, 22200, 1200),
      heading('Overheads', 15500, 15820, 320),
      part('Staff', 9000, 9120, 120),
      part('Rent', 4200, 4200, 0),
      part('Other', 2300, 2500, 200),
      heading('Operating profit', 5500, 6380, 880),
    ]),
  ).toMatchObject({
    階層1_計算項目: ['Gross profit | 21000 | 22200 | 1200', 'Operating profit | 5500 | 6380 | 880'],
    階層2: [
      'Sales | Shops | 38000 | 38900 | 900',
      'Sales | Online | 14000 | 15400 | 1400',
      'Overheads | Staff | 9000 | 9120 | 120',
      'Overheads | Rent | 4200 | 4200 | 0',
      'Overheads | Other | 2300 | 2500 | 200',
    ],
  });
});

test('rows called a difference of which most are computed from nothing are records', () => {
  const fluxes: [string, number, number][] = [
    ['PDH', 0.0947, 0.0491],
    ['IDH net', -0.1145, -0.1346],
    ['SDH net', 0.3799, 0.3225],
    ['FH net', 0.2862, 0.2713],
    ['ME1', 0.5304, 0.461],
    ['ME2', 0.1409, 0.1082],
    ['MDH net', 0.6713, 0.5692],
    ['GDH net', 0.4944, 0.4315],
  ];
  expect(tablesOf([['Reaction', 'Flux', 'Least'], ...fluxes])['']).toHaveLength(fluxes.length);
});

test('a measure of what is computed alone is no column of the records', () => {
  const { tables } = structure(
    [
      ['Activity', '1991', '2011', 'Change 1991-2011', null],
      [null, 'Pounds', 'Pounds', 'Pounds', 'Percent'],
      ['Recycled', 6475, 6852, 377, 5.8],
      ['Treated', 4301, 3990, -311, -7.2],
      ['Released', 2191, 1840, -351, -16],
    ],
    [merge(0, 0, 1, 0), merge(0, 3, 0, 4)],
  );
  expect(tables.base?.[0]).toEqual(['Activity', 'period', 'Pounds']);
  expect(tables.base_計算項目?.[0]).toHaveLength(4);
});
