import { expect, test } from 'vitest';
import { structure, tablesOf } from '../../../test-support/structured-sheet.js';

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
  const bold = (value: string) => ({ value, style: { bold: true } });
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

test('words below a total and a blank row, where the table has numbers, are no values of it', () => {
  const { tables } = structure([
    ['Location', 'Rating', 'Monthly', 'Annual'],
    ['Gym', 259, 26_006, 312_072],
    ['Pool', 238, 20_676, 248_112],
    ['Library', 183, 15_872, 190_464],
    ['Total', 680, 62_554, 750_648],
    [null],
    ['hours per year', 8766, 'Annual kW', 'Annual MW'],
    [null, null, 85.6, 0.0856],
  ]);
  const numbers = Object.values(tables).flatMap((rows) => rows.filter(([first]) => first === 'Gym'));
  expect(numbers).toEqual([['Gym', 259, 26_006, 312_072]]);
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

test('a last row that is called an average or a median, unlike any other, is computed', () => {
  const schools = ['Alta', 'Beacon', 'Cedar', 'Dover', 'Elm', 'Fay'].map((name, at) => [
    name,
    14.2 + at,
    11.5 + 2 * at,
  ]);
  const tables = tablesOf([
    ['School', 'Pupils per teacher', 'Pupils per adult'],
    ...schools,
    ['CITY MEDIAN', 16.9, 17.1],
  ]);
  expect(tables['']).toHaveLength(6);
  expect(tables.計算項目).toEqual(['CITY MEDIAN | 16.9 | 17.1']);
});

test('numbers below words count them', () => {
  const { tables } = structure([
    ['氏名', '9/2', '9/3', '9/4'],
    ['川村', '早', '早', '休'],
    ['野口', '遅', '休', '早'],
    ['佐伯', '休', '遅', '遅'],
    ['出勤人数', 2, 2, 2],
  ]);
  expect(tables.base?.length).toBe(10);
  expect(tables.base_計算項目?.slice(1)).toEqual(['9/2', '9/3', '9/4'].map((day) => ['出勤人数', day, 2]));
  const weekdays = structure([
    ['Staff', 'Mon', 'Tue', 'Wed'],
    ['Brandt', 'early', 'off', 'late'],
    ['Dube', 'off', 'late', 'early'],
    ['On duty', 1, 1, 2],
  ]);
  expect(weekdays.tables.base_計算項目?.slice(1)).toEqual([['On duty', 1, 1, 2]]);
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

test('a total that was written again below the table to check it is a note', () => {
  const { 補足情報: notes, ...tables } = tablesOf([
    ['Name', 'Town', 'Net'],
    ['Bower', 'Hull', 445],
    ['Kowal', 'York', 413],
    ['Reid', 'Hull', 220],
    ['Total', null, 1078],
    [null, null, null],
    [null, null, 1078],
  ]);
  expect(tables).toEqual({
    '': ['Bower | Hull | 445', 'Kowal | York | 413', 'Reid | Hull | 220'],
    計算項目: ['Total |  | 1078'],
  });
  expect(notes).toHaveLength(1);
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

test('a label and its value alone below a table are a note', () => {
  const { 補足情報: notes, ...tables } = tablesOf([
    ['Point', 'Place', 'Bait', 'Seen'],
    [1, 'Store', 'block', 'none'],
    [2, 'Door', 'tray', 'mice'],
    [3, 'Bins', 'tray', 'none'],
    [null],
    ['Next visit due', '2024-06-13'],
    ['Signed', '............'],
  ]);
  expect(Object.keys(tables)).toEqual(['']);
  expect(notes).toHaveLength(4);
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

test('what is written below a total without a number, or apart from the table, is a note', () => {
  const tables = tablesOf([
    ['Day', 'In', 'Out', 'Hours', 'Overtime'],
    ['Mon', 'Hall', 'Yard', 8, 0],
    ['Tue', 'Hall', 'Hall', 9.5, 1.5],
    ['Total', null, null, 17.5, 1.5],
    ['Signature', null, null, 'Date'],
    [],
    ['Visitors', 18],
  ]);
  expect(tables['']).toEqual(['Mon | Hall | Yard | 8 | 0', 'Tue | Hall | Hall | 9.5 | 1.5']);
  expect(tables.計算項目).toEqual(['Total |  |  | 17.5 | 1.5']);
  expect(tables.補足情報).toHaveLength(4);
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

test('hours called a total where the records have dates leave the list with what is brought forward', () => {
  const tables = tablesOf([
    ['Date', 'From', 'To', 'Time'],
    ['2025-03-04', 'Lee', 'Hay', '0:45'],
    ['2025-03-19', 'Hay', 'Lee', '1:15'],
    ['Page total', null, null, '2:00'],
    ['Brought forward', null, null, '41:20'],
  ]);
  expect(tables['']).toHaveLength(2);
  expect(tables.計算項目).toEqual(['Page total |  |  | 2:00', 'Brought forward |  |  | 41:20']);
});

test('changes and averages below years are computed, whatever of', () => {
  const years = Array.from({ length: 6 }, (_, at) => [2015 + at, 31 + at * 7, 52 + at * 3]);
  const { tables } = structure([
    ['Year', 'Home', 'Care'],
    ...years,
    ['Change from 2010', 0.4, 0.1],
    ['Mean (1965-2020)', 12, 16],
  ]);
  expect(tables.base).toHaveLength(7);
  expect(tables.base_計算項目?.slice(1).map(([label]) => label)).toEqual([
    'Change from 2010',
    'Mean (1965-2020)',
  ]);
});

test('so is what stands below a heading that says it is', () => {
  const years = Array.from({ length: 6 }, (_, at) => [2015 + at, 31 + at * 7, 52 + at * 3]);
  const { tables } = structure([
    ['Year', 'Home', 'Care'],
    ...years,
    [],
    ['Average growth rates'],
    ['15-17', 0.21, 0.05],
    ['17-20', 0.14, 0.04],
  ]);
  expect(tables.base_階層1).toHaveLength(7);
  expect(tables.base_階層2_計算項目).toHaveLength(3);
});

test('a figure at the end that has none of the keys is not of the last group', () => {
  const { tables } = structure([
    ['Shop', 'Product', 'Sales', 'Returns'],
    ['North', 'Tea', 31, 1],
    [null, 'Coffee', 28, 2],
    [null, 'Cocoa', 17, 1],
    ['South', 'Tea', 44, 3],
    [null, 'Coffee', 35, 2],
    [null, 'Cocoa', 12, 1],
    [null, null, 705, null],
  ]);
  expect(tables.base?.at(-1)).toEqual([null, null, 705, null]);
});

test('below the sum of many days, what follows is about them, whatever it is called', () => {
  const days = Array.from({ length: 24 }, (_, at) => [
    `2001-03-${String(at + 1).padStart(2, '0')}`,
    20 + ((at * 7) % 11),
  ]);
  const { tables } = structure([
    ['Date', 'Price'],
    ...days,
    ['Sum', days.reduce((sum, [, price]) => sum + Number(price), 0)],
    ['Average', 24.9],
    ['Percent (+)', 100],
    ['Last', 26],
  ]);
  expect(tables.base).toHaveLength(25);
  expect(tables.base_計算項目).toHaveLength(5);
});

test('last rows without a label that state the highest, lowest and average marks are computed', () => {
  const marks = Array.from({ length: 9 }, (_, at) => [
    2_401_961 + at * 977,
    12 + ((at * 5) % 13),
    20 + ((at * 7) % 19),
  ]);
  const of = (column: number, compute: (values: number[]) => number) =>
    compute(marks.map((row) => row[column] as number));
  const both = (compute: (values: number[]) => number) => [null, of(1, compute), of(2, compute)];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const { tables } = structure([
    ['Student ID', 'Homework', 'Exam'],
    ...marks,
    both((values) => Math.max(...values)),
    both((values) => Math.min(...values)),
    both(mean),
  ]);
  expect(tables.base).toHaveLength(10);
  expect(tables.base_計算項目).toHaveLength(4);
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
