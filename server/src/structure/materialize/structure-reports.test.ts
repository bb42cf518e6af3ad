import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet, structure } from '../../../test-support/structured-sheet.js';
import type { CellRange } from '../../grid/grid.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from './materialize-sheet.js';

/** The tables made of a sheet, by name without that of the file, each row as a text. */
function tablesOf(rows: DrawnCell[][], merges: CellRange[] = []): Record<string, string[]> {
  const sheet = drawSheet(rows, merges);
  const { tables } = materializeSheet(sheet, null, analyzeSheet(sheet, null), 'base');
  return Object.fromEntries(
    tables.map(({ name, columns, rowCount }) => [
      name.replace(/^base_?/, ''),
      Array.from({ length: rowCount }, (_, row) =>
        columns
          .map((column) =>
            column.type === 'VARCHAR' ? column.textAt(row) : column.valid[row] ? column.values[row] : null,
          )
          .join(' | '),
      ),
    ]),
  );
}

const bold = (value: string | number) => ({ value, style: { bold: true } });

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

test('initials and codes are no numbering', () => {
  expect(
    Object.keys(
      tablesOf([
        ['Employee', 'Hours', 'Cost'],
        ['H. Brown', 12, 40],
        ['I. Dubois', 31, 62],
        ['J. Kaya', 24, 55],
        ['1-2 Annex', 25, 71],
      ]),
    ),
  ).toEqual(['']);
});

test.each([
  ['once', 'South', null, null],
  ['repeated', 'South', 'South', 'South'],
])('a category that is written %s is a key of items and subtotals', (_, first, second, third) => {
  expect(
    tablesOf([
      ['Region', 'City', 'Sales', 'Units'],
      [first, 'Porto', 603, 37],
      [second, 'Turin', 589, 51],
      [third, 'Subtotal', 1192, 88],
      ['East', 'Graz', 727, 52],
      [second && 'East', 'Brno', 398, 66],
      [third && 'East', 'Subtotal', 1125, 118],
      ['Total', null, 2317, 206],
    ]),
  ).toEqual({
    階層1_計算項目: ['Total | 2317 | 206'],
    階層2: [
      'South | Porto | 603 | 37',
      'South | Turin | 589 | 51',
      'East | Graz | 727 | 52',
      'East | Brno | 398 | 66',
    ],
    階層2_計算項目: ['South | Subtotal | 1192 | 88', 'East | Subtotal | 1125 | 118'],
    科目: [
      'South | 1 |  | South | 0 | 2',
      'Porto | 2 | South | South / Porto | 0 | 2',
      'Turin | 2 | South | South / Turin | 0 | 3',
      'Subtotal | 2 | South | South / Subtotal | 1 | 4',
      'East | 1 |  | East | 0 | 5',
      'Graz | 2 | East | East / Graz | 0 | 5',
      'Brno | 2 | East | East / Brno | 0 | 6',
      'Subtotal | 2 | East | East / Subtotal | 1 | 7',
      'Total | 1 |  | Total | 1 | 8',
    ],
  });
});

test('a label in the middle of its block holds for the rows between the borders', () => {
  const framed = (value: string, edge: 'top' | 'none' | 'bottom') => ({
    value,
    style: {
      borders: {
        left: 'thin',
        right: 'thin',
        top: edge === 'top' ? 'thin' : null,
        bottom: edge === 'bottom' ? 'thin' : null,
      },
    },
  });
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
  expect(階層3?.[0]).toBe('課程別合計 | 全日制 | 普通 | 53 | 2103');
  expect(階層3_計算項目).toContain('全日制 | 兵庫 | 計 | 34 | 1345');
});

test('a subtotal belongs to the group whose rows it sums, indented or not, bold or not', () => {
  const { 階層2, 階層2_計算項目, 階層1_計算項目 } = tablesOf([
    ['City', 'Sales', 'Units'],
    ['South', null, null],
    ['Porto', 603, 37],
    ['Turin', 589, 51],
    [bold('Subtotal'), bold(1192), bold(88)],
    ['East', null, null],
    ['Graz', 727, 52],
    ['Brno', 398, 66],
    [bold('Subtotal'), bold(1125), bold(118)],
    ['Total', 2317, 206],
  ]);
  expect(階層2).toEqual([
    'South | Porto | 603 | 37',
    'South | Turin | 589 | 51',
    'East | Graz | 727 | 52',
    'East | Brno | 398 | 66',
  ]);
  expect(階層2_計算項目).toEqual(['South | Subtotal | 1192 | 88', 'East | Subtotal | 1125 | 118']);
  expect(階層1_計算項目).toEqual(['Total | 2317 | 206']);
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

test('group labels right below each other are two keys', () => {
  expect(
    tablesOf([
      ['Item', 'Sold', 'Price'],
      ['Food', null, null],
      ['Fruit:', null, null],
      ['Apple', 5, 1.5],
      ['Pear', 6, 2.5],
      ['Vegetables:', null, null],
      ['Leek', 4, 0.9],
      ['Goods', null, null],
      ['Office:', null, null],
      ['Pen', 9, 1.1],
    ]),
  ).toEqual({
    '': [
      'Food | Fruit | Apple | 5 | 1.5',
      'Food | Fruit | Pear | 6 | 2.5',
      'Food | Vegetables | Leek | 4 | 0.9',
      'Goods | Office | Pen | 9 | 1.1',
    ],
  });
});

test('a category with its sum in a row of its own is a level of its own', () => {
  const { 階層1, 階層2, 階層1_計算項目 } = tablesOf([
    ['Department', 'Cost', 'Plan', 'Actual'],
    ['Sales', null, 300, 310],
    [null, 'Travel', 100, 90],
    [null, 'Ads', 200, 220],
    ['Works', null, 500, 480],
    [null, 'Material', 350, 340],
    [null, 'Labour', 150, 140],
    ['Total', null, 800, 790],
  ]);
  expect(階層1).toEqual(['Sales | 300 | 310', 'Works | 500 | 480']);
  expect(階層2?.[1]).toBe('Sales | Ads | 200 | 220');
  expect(階層1_計算項目).toEqual(['Total | 800 | 790']);
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

test('years with one of their parts in the next column are a level each', () => {
  const { 階層1, 階層2 } = tablesOf([
    ['年度', '区分', '決算額', '1人当たり'],
    [' H22', null, 100298, 66341],
    [null, 'うち単独分', 48127, 31833],
    [' H23', null, 77810, 51458],
    [null, 'うち単独分', 42913, 28380],
    [' H24', null, 59405, 38199],
    [null, 'うち単独分', 28485, 18317],
  ]);
  expect(階層1).toEqual(['H22 | 100298 | 66341', 'H23 | 77810 | 51458', 'H24 | 59405 | 38199']);
  expect(階層2?.[1]).toBe('H23 | うち単独分 | 42913 | 28380');
});

test('the rows of a level add up to a total of any name, without their parts and less what is deducted', () => {
  const { 階層1, 階層1_計算項目, 階層2 } = tablesOf([
    ['項目', '支店A', '支店B', '支店C'],
    ['１．財産所得', 353, 303, 327],
    ['　(1)利子', 173, 113, 131],
    ['　(2)賃貸料', 180, 190, 196],
    ['２．税', 164, 162, 161],
    ['３．（控除）補助金', 44, 40, 49],
    ['４．貯蓄', 314, 283, 324],
    ['　　　支　払', 787, 708, 763],
  ]);
  expect(階層1?.map((row) => row.split(' | ')[0])).toEqual([
    '１．財産所得',
    '２．税',
    '３．（控除）補助金',
    '４．貯蓄',
  ]);
  expect(階層1_計算項目).toEqual(['支　払 | 787 | 708 | 763']);
  expect(階層2?.[0]).toBe('１．財産所得 | (1)利子 | 173 | 113 | 131');
});

/** The totals that reconcile, as `row: stated`. */
const reconciledIn = (rows: DrawnCell[][]) =>
  structure(rows)
    .reconciliation.filter(({ agrees }) => agrees)
    .map(({ cell, stated }) => `${cell.row + 1}: ${stated}`);

test('an account reconciles with those under it, and a total with the accounts of its level', () => {
  const indented = (value: string) => ({ value, style: { indent: 1 } });
  expect(
    reconciledIn([
      ['Item', '2022'],
      ['Personnel', 900],
      [indented('Salaries'), 800],
      [indented('Training'), 100],
      ['Facilities', 300],
      [indented('Rent'), 220],
      [indented('Energy'), 80],
      ['Total', 1200],
    ]),
  ).toEqual(['2: 900', '5: 300', '8: 1200']);
});

test('totals of an invoice reconcile, wherever their labels are', () => {
  expect(
    reconciledIn([
      ['Item', 'Quantity', 'Price', 'Amount'],
      ['Toner', 4, 62, 250],
      ['Paper', 20, 5, 98],
      ['Stapler', 2, 11, 22],
      [null, null, 'Subtotal', 370],
      [null, null, 'VAT', 70],
      [null, null, 'Total', 440],
    ]),
  ).toEqual(['5: 370', '7: 440']);
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
    ])['階層1_計算項目'],
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
    ])['計算項目'],
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

test('a school whose first row is its total holds for the rows below it', () => {
  const { 階層2 } = tablesOf([
    ['学校', '学部', '学級数', '生徒数'],
    ['前年', null, 30, 250],
    ['盲', '計', 5, 40],
    [null, '小', 2, 15],
    [null, '中', 3, 25],
    ['友生', '計', 17, 140],
    [null, '小', 8, 60],
    [null, '中', 9, 80],
    ['垂水', '計', 9, 88],
    [null, '小', 4, 38],
    [null, '中', 5, 50],
  ]);
  expect(階層2).toContain('友生 | 中 | 9 | 80');
  expect(階層2).toContain('盲 | 小 | 2 | 15');
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
