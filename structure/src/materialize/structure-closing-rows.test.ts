import { expect, test } from 'vitest';
import { bold, structure, tablesOf } from '../../test-support/structured-sheet.js';

test('what is taken off a total at the end of a list is computed, beside whatever columns its label stands', () => {
  const { 計算項目: closing } = tablesOf([
    ['Day', 'Description', 'Receipt', 'Amount'],
    ['6 May', 'Train', 'Y', 64.2],
    ['7 May', 'Lunch', 'Y', 31.75],
    ['7 May', 'Hotel', 'N', 118],
    [null, null, 'Total claimed', 213.95],
    [null, null, 'Less advance', -100],
    [null, null, 'Amount due', 113.95],
  ]);
  expect(closing?.map((row) => row.replaceAll(/^[ |]+/g, ''))).toEqual([
    'Total claimed | 213.95',
    'Less advance | -100',
    'Amount due | 113.95',
  ]);
});

test('among accounts, what is taken off a total is an account', () => {
  const tables = tablesOf([
    ['項目', '金額'],
    ['材料費', 45200],
    ['労務費', 28700],
    ['経費', 16300],
    ['当期総製造費用', 90200],
    ['期首仕掛品棚卸高', 5100],
    ['合計', 95300],
    ['期末仕掛品棚卸高', 4800],
    ['当期製品製造原価', 90500],
  ]);
  expect(tables.階層1_計算項目).toEqual([
    '当期総製造費用 | 90200',
    '合計 | 95300',
    '当期製品製造原価 | 90500',
  ]);
});

test('an article with a code of its own is no total, even if it adds up', () => {
  expect(
    Object.keys(
      tablesOf([
        ['Article', 'Name', 'Week 14', 'Week 15', 'Week 16'],
        ['A-2210', 'Small case', 400, 420, 380],
        ['A-2230', 'Large case', 150, 160, 140],
        ['B-1050', 'Lid', 550, 580, 520],
      ]),
    ),
  ).toEqual(['']);
});

test('a tax between the totals of a report is computed, and no part of the total above it', () => {
  const tables = tablesOf([
    ['Désignation', 'Unité', 'Quantité', 'Prix', 'Montant'],
    [bold('Lot 1')],
    ['Démolition', 'm²', 18, 35, 630],
    ['Ouverture', 'u', 1, 1850, 1850],
    [bold('Sous-total lot 1'), null, null, null, 2480],
    [bold('Lot 2')],
    ['Dépose', 'u', 3, 60, 180],
    ['Douche', 'u', 1, 1240, 1240],
    [bold('Sous-total lot 2'), null, null, null, 1420],
    [bold('Total HT'), null, null, null, 3900],
    ['TVA 10 %', null, null, null, 390],
    [bold('Total TTC'), null, null, null, 4290],
  ]);
  expect(tables.階層1_計算項目).toEqual([
    'Total HT |  |  |  | 3900',
    'TVA 10 % |  |  |  | 390',
    'Total TTC |  |  |  | 4290',
  ]);
  expect(tables.階層2).toHaveLength(4);
});

test('records without a remark after the first subtotal are records', () => {
  const { 階層2: records } = tablesOf([
    ['款', '項', '予算', '決算', '摘要'],
    ['会費', '一般会費', 1440, 1464, '120戸'],
    [null, '賛助会費', 60, 50, '6社'],
    [null, '小計', 1500, 1514],
    ['補助金', '市補助金', 320, 310],
    [null, '社協補助金', 80, 75],
    [null, '小計', 400, 385],
    ['合計', null, 1900, 1899],
  ]);
  expect(records?.[2]).toBe('補助金 | 市補助金 | 320 | 310 | ');
});

test('where nearly every row is called a total, its name does not make it one', () => {
  const { tables } = structure([
    ['Location', 'Part', 'Rating', 'Annual'],
    ['Gym', 'Total', 259, 312_072],
    ['Pool', 'Total', 238, 248_112],
    ['Library', 'Total', 183, 190_464],
    ['Annex', 'Total', 67, 63_724],
    ['Campus', 'Total', 747, 814_372],
  ]);
  const computed = Object.keys(tables).filter((name) => name.endsWith('_計算項目'));
  expect(computed.flatMap((name) => (tables[name] ?? []).slice(1).map(([first]) => first))).toEqual([
    'Campus',
  ]);
});

test('totals in a column of their own add up what is at their left', () => {
  const { tables } = structure([
    ['Item', 'Amount', 'Total'],
    ['Income', null, null],
    ['Hire', 840, null],
    ['Fees', 160, null],
    ['Total income', null, 1000],
    ['Costs', null, null],
    ['Heat', 312, null],
    ['Repairs', 175, null],
    ['Total costs', null, 487],
  ]);
  expect(tables.base_階層2_計算項目?.slice(1)).toEqual([
    ['Income', 'Total income', null, 1000],
    ['Costs', 'Total costs', null, 487],
  ]);
});

test('the last of several figures called sums is a record like the others', () => {
  const { '': rows } = tablesOf([
    ['Year', 'Data', 'Total'],
    [2005, 'Sum of Cost', 15355463],
    [null, 'Sum of Revenue', 18474075],
    [2006, 'Sum of Cost', 18593182],
    [null, 'Sum of Revenue', 22401812],
    [2007, 'Sum of Cost', 22860084],
    [null, 'Sum of Revenue', 27490579],
    ['Total Sum of Cost', null, 56808729],
    ['Total Sum of Revenue', null, 68366466],
  ]);
  expect(rows?.at(-1)).toBe('2007 | Sum of Revenue | 27490579');
});

test('labels where the records have numbers, below the total, are of what is settled', () => {
  const { tables } = structure([
    ['Day', 'Route', 'Fare', 'Hotel', 'Sum'],
    ['6/10', 'Oslo - Bergen', 24800, 9500, 34300],
    ['6/11', 'in town', 1240, 9500, 10740],
    ['6/12', 'Bergen - Oslo', 23600, 120, 23720],
    ['Total', null, 49640, 19120, 68760],
    [null, null, null, 'Advance', 60000],
    [null, null, null, 'To be paid', 8760],
  ]);
  expect(tables.base_計算項目?.slice(1).map((row) => row[3])).toEqual(['19120', 'Advance', 'To be paid']);
});

test('what states a total again below it is computed too', () => {
  expect(
    tablesOf([
      ['Name', 'Hours', 'Net'],
      ['Bower', 42, 445],
      ['Kowal', 38, 413],
      ['Reid', 20, 220],
      ['Totals', 100, 1078],
      ['Cash to draw', null, 1078],
    ]).計算項目,
  ).toEqual(['Totals | 100 | 1078', 'Cash to draw |  | 1078']);
});

test('an amount below a total that has nothing else of what records have closes the table too', () => {
  const { 計算項目: closing, '': records } = tablesOf([
    ['Item', 'Shop', 'Price', 'Number', 'Amount'],
    ['Balloons', 'Toyland', 20, 200, 4000],
    ['Pumps', 'Toyland', 800, 2, 1600],
    ['Paper', 'Office', 90, 10, 900],
    ['Total', null, null, null, 6500],
    ['Paid by the class', null, null, null, 6000],
  ]);
  expect(records).toHaveLength(3);
  expect(closing?.[1]).toBe('Paid by the class |  |  |  | 6000');
});

test('what the last total leaves of one before it is computed, whatever its name', () => {
  const { 階層1_計算項目: computed } = tablesOf([
    ['科目', '金額', '前年'],
    ['売上金額', 8420, 7950],
    ['仕入金額', 2310, 2240],
    ['差引金額', 6110, 5710],
    ['水道光熱費', 256, 231],
    ['通信費', 124, 119],
    ['経費計', 380, 350],
    ['所得金額', 5730, 5360],
  ]);
  expect(computed?.at(-1)).toBe('所得金額 | 5730 | 5360');
});

test('tax between a subtotal without a label and the total is computed', () => {
  const { 計算項目: closing } = tablesOf([
    ['Work', 'Unit', 'Number', 'Price'],
    ['Posts', 'each', 13, 292.5],
    ['Panels', 'each', 12, 492],
    ['Labour', 'day', 2, 520],
    [null, null, null, 1304.5],
    ['VAT at 20%', null, null, 260.9],
    ['To pay', null, null, 1565.4],
  ]);
  expect(closing).toHaveLength(3);
});

test('three amounts or more are added up a column further right, whatever the sum is called', () => {
  const { 階層1_計算項目: computed } = tablesOf([
    ['Trading account', 'Parts', 'Amount'],
    ['Sales', null, 84200],
    ['Opening stock', 2100, null],
    ['Purchases', 31400, null],
    ['Closing stock', -1900, null],
    ['Cost of sales', null, 31600],
    ['Gross profit', null, 52600],
    ['Wages', 24800, null],
    ['Rent', 9600, null],
    ['Total expenses', null, 34400],
    ['Net profit', null, 18200],
  ]);
  expect(computed?.[0]).toBe('Cost of sales |  | 31600');
});

test('what is labelled like the totals it stands between is no record, whether it has a number or none', () => {
  const { 計算項目: closing } = tablesOf([
    ['Brand', 'Item', 'Quantity', 'Price', 'Amount'],
    ['Cisco', 'Switch', 5, null, 0],
    ['Cisco', 'Cord', 14, null, 0],
    ['Cisco', 'Rack', 2, null, 0],
    [null, null, null, 'Subtotal', 0],
    [null, null, null, 'Installation', 0],
    [null, null, null, 'Insurance', null],
    [null, null, null, 'GRAND TOTAL', 0],
  ]);
  expect(closing).toHaveLength(4);
});

test('a number alone below the total is no record where all records have labels', () => {
  const tables = tablesOf([
    ['Applicant', 'County', 'Loan', 'Grant'],
    ['Eden', 'Rockingham', 2150, 1000],
    ['Wingate', 'Union', 1970, 980],
    ['Bunn', 'Franklin', 480, 240],
    ['Total', null, 4600, 2220],
    [null, null, 5500, null],
  ]);
  expect(tables['']).toHaveLength(3);
  expect(tables.計算項目).toHaveLength(2);
});

test('a figure below the total is computed though the total states more', () => {
  const { 計算項目: closing } = tablesOf([
    ['Runner', 'Team', 'Pledged', 'Received'],
    ['Amy', 'Blue', 250, 250],
    ['Ben', 'Blue', 1040.5, 900],
    ['Cleo', 'Red', 75, 0],
    ['Total', null, 1365.5, 1150],
    ['Still to come', null, 215.5],
  ]);
  expect(closing).toEqual(['Total |  | 1365.5 | 1150', 'Still to come |  | 215.5 | ']);
});

test('a label that follows itself row by row is that of records, though it says total', () => {
  const sectors = Array.from({ length: 9 }, (_, at) => [
    `3${at}1`,
    `Sector ${at}`,
    'Total',
    75 + at * 13,
    8002 - at * 471,
  ]);
  const others = Array.from({ length: 11 }, (_, at) => [
    `5${at}1`,
    `Branch ${at}`,
    'Taxable',
    9 + at * 3,
    310 + at * 57,
  ]);
  const { tables } = structure([['Code', 'Sector', 'Status', 'Firms', 'Sales'], ...sectors, ...others]);
  expect(Object.keys(tables)).toEqual(['base']);
  expect(tables.base).toHaveLength(21);
});

test('what is carried to the next year is one of the payments where their total includes it', () => {
  const { 計算項目: closing } = tablesOf([
    ['科目', '金額'],
    ['法要費', 380000],
    ['修繕費', 452000],
    ['通信費', 23800],
    ['次年度繰越金', 439600],
    ['合計', 1295400],
  ]);
  expect(closing).toEqual(['合計 | 1295400']);
});

test('totals of months between dated records leave a journal the list that it is', () => {
  const tables = tablesOf([
    ['日付', '仕入先', '金額'],
    ['2025-04-03', '北酒造', 31200],
    ['2025-04-18', '南ワイン', 18600],
    ['4月計', null, 49800],
    ['2025-05-07', '北酒造', 25800],
    ['2025-05-29', '東ビール', 16200],
    ['5月計', null, 42000],
    ['合計', null, 91800],
  ]);
  expect(tables.計算項目?.map((row) => row.split(' ')[0])).toEqual(['4月計', '5月計', '合計']);
});

test('the sum of the totals above it closes a table, whatever it is called', () => {
  const tables = tablesOf([
    ['Depot', 'Line', 'Trips', 'Passengers'],
    ['North', 'red', 620, 14200],
    ['North', 'blue', 540, 9850],
    ['North total', null, 1160, 24050],
    ['South', 'green', 710, 18400],
    ['South', 'grey', 480, 7300],
    ['South total', null, 1190, 25700],
    ['Network', null, 2350, 49750],
  ]);
  expect(tables.階層1_計算項目?.at(-1)).toContain('Network');
});
