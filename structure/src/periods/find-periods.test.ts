import { expect, test } from 'vitest';
import { type ColumnsBelow, findPeriods } from './find-periods.js';
import { periodText } from './period-text.js';

const numbers: ColumnsBelow = { isNumeric: (at) => at > 0, areRatings: () => false, areMarks: () => false };
const texts: ColumnsBelow = { isNumeric: () => false, areRatings: () => false, areMarks: () => false };
const ratings: ColumnsBelow = { isNumeric: (at) => at > 0, areRatings: () => true, areMarks: () => false };

/** What the columns after the first contain; header rows are given as in the sheet, below each other. */
function across(rows: string[], below = numbers) {
  const cells = rows.map((row) => row.split('|'));
  const headers = (cells[0] ?? []).map((_, column) =>
    cells.map((row, at) => ({ text: row[column] ?? '', row: at, column })),
  );
  return findPeriods([[{ text: 'item', row: 0, column: 0 }], ...headers], below)
    ?.slice(1)
    .map((column) => (column?.derived ? 'derived' : [column?.period, column?.measure].join(' ').trim()));
}

test.each([
  [['第1週|第2週|第3週|合計'], ['--W01', '--W02', '--W03', 'derived']],
  [['Week 1|Week 2'], ['--W01', '--W02']],
  [
    ['2020-01-01|2021-01-01|2022-01-01|2022|2023'],
    ['2020-01-01', '2021-01-01', '2022-01-01', 'derived', '2023'],
  ],
  [['第9期|第10期'], ['T9', 'T10']],
  [['2024年度前期|2024年度後期'], ['2024-H1', '2024-H2']],
  [['前年度末|本年度末'], ['前年度末', '本年度末']],
  [['Autumn 2024|Spring 2025|Summer 2025'], ['autumn 2024', 'spring 2025', 'summer 2025']],
  [['6月実績|7月予測|8月予測'], ['--06', '--07', '--08']],
  [['2023 actual|2024 actual|2025 budget'], ['2023', '2024', '2025']],
  [
    ['令和5年|令和5年|令和6年|令和6年', '１－３．|４－６．|１－３．|４－６．'],
    ['2023-Q1', '2023-Q2', '2024-Q1', '2024-Q2'],
  ],
  [['1～3月期|4～6月期|7～9月期'], ['--Q1', '--Q2', '--Q3']],
  [['29年|30年|元年|2年'], ['29年', '30年', '元年', '2年']],
  [
    ['Yield|Yield|Price|Price', '2006 (bushels)|2007 (bushels)|2006 (dollars)|2007 (dollars)'],
    ['2006 Yield', '2007 Yield', '2006 Price', '2007 Price'],
  ],
  [
    ['Men|Men|Women|Women|Women|Women', '2006|2007|2006 (1,000)|2007 (1,000)|2006 (percent)|2007 (percent)'],
    [
      '2006 Men',
      '2007 Men',
      '2006 Women (1,000)',
      '2007 Women (1,000)',
      '2006 Women (percent)',
      '2007 Women (percent)',
    ],
  ],
  [
    ['2002|2005|2006|2007', 'NAICS code|Sales|Sales|Sales'],
    ['', '2005 Sales', '2006 Sales', '2007 Sales'],
  ],
  [['2008|2009, projection|2010 (est.)'], ['2008', '2009', '2010']],
  [['2007|2008, prel'], ['2007', '2008']],
  [
    ['52|53|1', '2020-12-25|2021-01-01|2021-01-08'],
    ['2020-12-25', '2021-01-01', '2021-01-08'],
  ],
  [
    ['Outturn|Forecast|Forecast', '2023|2024|2025'],
    ['2023', '2024', '2025'],
  ],
  [
    ['2023|2023|2024|2024', 'Estimate|Error|Estimate|Error'],
    ['2023 Estimate', '2023 Error', '2024 Estimate', '2024 Error'],
  ],
  [
    ['Actual|Forecast|Actual|Forecast', '2023|2023|2024|2024'],
    ['2023 Actual', '2023 Forecast', '2024 Actual', '2024 Forecast'],
  ],
  [['2023年|2024年（推計）'], ['2023', '2024']],
  [['1950 (April)|1960 (April)'], ['1950', '1960']],
  [['前期|当期|増減'], ['前期', '当期', 'derived']],
  [['Previous year|Current year|Change'], ['previous year', 'current year', 'derived']],
  [['4/1(月)|4/2(火)|4/3(水)'], ['--04-01', '--04-02', '--04-03']],
  [['Sep 1|Sep 8|Sep 15|Oct 6th'], ['--09-01', '--09-08', '--09-15', '--10-06']],
  [['Mon 2 Jun|Tue 3 Jun|Wed 4 Jun|Total'], ['--06-02', '--06-03', '--06-04', 'derived']],
  [['Sep 24|Oct 24|Nov 24'], ['2024-09', '2024-10', '2024-11']],
  [
    ['4/1|4/1|4/2|4/2|4/3|4/3', '計画|実績|計画|実績|計画|実績'],
    ['--04-01 計画', '--04-01 実績', '--04-02 計画', '--04-02 実績', '--04-03 計画', '--04-03 実績'],
  ],
  [['2008-08|2008-09|2008-10|TOTAL'], ['2008-08', '2008-09', '2008-10', 'derived']],
  [['2008-09|2009-10'], ['2008', '2009']],
  [
    ['4月|4月|5月|5月', '前年|当年|前年|当年'],
    ['--04 前年', '--04 当年', '--05 前年', '--05 当年'],
  ],
  [
    ['前年|前年|当年|当年', '4月|5月|4月|5月'],
    ['前年 --04', '前年 --05', '当年 --04', '当年 --05'],
  ],
  [['2013|2014|Max 2003 to 2012|Max 2013 to 2014'], ['2013', '2014', '', 'derived']],
  [['01.07.|02.07.|03.07.'], ['--07-01', '--07-02', '--07-03']],
  [['Mo 30.09.|Di 01.10.|Mi 02.10.'], ['--09-30', '--10-01', '--10-02']],
  [
    ['Mon|Tue|Wed', '2024-06-03|2024-06-04|2024-06-05'],
    ['2024-06-03', '2024-06-04', '2024-06-05'],
  ],
  [['12/31|1/1|1/2'], ['--12-31', '--01-01', '--01-02']],
  [['24/4|24/5|24/6'], ['2024-04', '2024-05', '2024-06']],
  [
    ['2024年4月|2024年4月|2024年4月', '1日|2日|3日'],
    ['2024-04-01', '2024-04-02', '2024-04-03'],
  ],
  [
    ['1|2|3', '月|火|水'],
    ['---01', '---02', '---03'],
  ],
  [['計|4月|5月|6月'], ['derived', '--04', '--05', '--06']],
  [['4月|5月|6月|第1四半期|上期'], ['--04', '--05', '--06', 'derived', 'derived']],
  [['4月計画|4月実績|5月計画|5月実績'], ['--04 計画', '--04 実績', '--05 計画', '--05 実績']],
  [['Sales 2023|Costs 2023|Sales 2024|Costs 2024'], ['2023 Sales', '2023 Costs', '2024 Sales', '2024 Costs']],
  [['3-9 Mar|10-16 Mar|17-23 Mar'], ['--03-03', '--03-10', '--03-17']],
  [['Jan Plan|Jan Actual|Feb Plan|Feb Actual'], ['--01 Plan', '--01 Actual', '--02 Plan', '--02 Actual']],
  [['Population 2020|Population 2021'], ['2020 Population', '2021 Population']],
  [['Q1|Q2|Q3|Q4'], ['--Q1', '--Q2', '--Q3', '--Q4']],
  [['2000|2001 \\1|2001 \\2|2002 \\2|2003'], ['2000', '2001 \\1', '2001 \\2', '2002', '2003']],
  [
    ['1990 to 1994, average|1995 to 1999, average|1995|1996|1997|1998|1999'],
    ['derived', 'derived', '1995', '1996', '1997', '1998', '1999'],
  ],
  [
    ['Sales|Sales|Sales|Sales|Sales|Share', '2003|2004|2005|2006|2007|2007'],
    ['2003 Sales', '2004 Sales', '2005 Sales', '2006 Sales', '2007 Sales', '2007 Share'],
  ],
])('%j are periods', (rows, found) => expect(across(rows)).toEqual(found));

test('a roster has texts below its days', () => {
  expect(across(['4月1日|4月2日|4月3日'], texts)).toEqual(['--04-01', '--04-02', '--04-03']);
});

test.each([
  [['Q1|Q2|Q3|Q4'], ratings],
  [['Q1|Q2|Q3|Q4'], texts],
  [['Q1|Q2|Q3|Q4|Q5'], numbers],
  [['Plan|Actual'], numbers],
  [['1|2|3'], numbers],
  [[Array.from({ length: 40 }, (_, at) => at + 1).join('|')], numbers],
  [['1/2|3/4|1/4'], numbers],
  [['前年比|構成比'], numbers],
  [['Item 1|Item 2|Item 3'], numbers],
  [['share_1617|share_1820|share_2124'], numbers],
  [['Current week|Current month|Current year'], numbers],
])('%j are not', (rows, below) => expect(across(rows, below)).toBeUndefined());

test('a scale with a label here and there does not tell the periods between', () => {
  const headers = ['item', '2015', '', '2020', ''].map((text, column) =>
    text ? [{ text, row: 0, column }] : [],
  );
  expect(findPeriods(headers, numbers)).toBeNull();
});

test('a single period is one where other tables have its measures for several', () => {
  const rows = ['2024|2024', '売上|客数'];
  expect(across(rows)).toBeUndefined();
  expect(across(rows, { ...numbers, measuresElsewhere: new Set(['売上', '客数']) })).toEqual([
    '2024 売上',
    '2024 客数',
  ]);
});

test('quarters of small numbers are quarters where they are summed', () => {
  expect(across(['Q1|Q2|Q3|Q4|Total'], ratings)?.at(-1)).toBe('derived');
});

test('a month below its quarter is that month', () => {
  const label = (text: string, row: number, column: number) => ({ text, row, column });
  const headers = [
    [],
    [label('Q1 2025', 0, 1), label('Jan', 1, 1)],
    [label('Q1 2025', 0, 1), label('Feb', 1, 2)],
  ];
  expect(findPeriods(headers, numbers)).toEqual([undefined, { period: '2025-01' }, { period: '2025-02' }]);
  expect(periodText(headers[1] ?? [], { period: '2025-01' })).toBe('2025-01');
});

test('the day of a month is no footnote mark', () => {
  expect(periodText([{ text: 'Sep 1', row: 0, column: 1 }], { period: '--09-01' })).toBe('Sep 1');
});

test('two years with other fields between them are two fields', () => {
  expect(across(['2006 Rank|Employees|Stores|2005 Rank'])).toBeUndefined();
  expect(across(['2006 Rank|2005 Rank|Employees|Stores'])).toEqual(['2006 Rank', '2005 Rank', '', '']);
});

test('columns are numbered by days only where they number a whole month', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1)).join('|');
  expect(across([numbered(30)])).toContain('---30');
  expect(across([`${numbered(23)}|Begin|End|Place|Repeats|Kind|Remark`])).toBeUndefined();
});

test('letters with numbers are no halves or years beside others that name no period', () => {
  expect(across(['G1|G2|H1|H2'])).toBeUndefined();
  expect(across(['H1|H2'])).toEqual(['--H1', '--H2']);
});

test('whole numbers that run on beyond the years are no periods', () => {
  expect(across(['1798|1799|1800|1801|1802'])).toBeUndefined();
  expect(across(['1800|1801|1802'])).toEqual(['1800', '1801', '1802']);
});

test('years of school are no periods', () => {
  expect(across(['1年|2年|3年|4年|5年|6年'])).toBeUndefined();
});

test('a period is shown without what is said of its figures, and without the measure above', () => {
  const labels = [
    { text: 'Pork (1,000 tons)', row: 0, column: 1 },
    { text: '2008, preliminary', row: 1, column: 4 },
  ];
  expect(periodText(labels, { period: '2008' })).toBe('2008');
});

test('a change from one year to the next is of neither', () => {
  expect(across(['Sales|Sales|Percent change', '||2008 to', '2008|2009|2009'])?.at(-1)).not.toContain('2009');
});

test('dates among more figures of another kind are columns like these', () => {
  expect(across(['Homework 1|14/4/2003|Homework 2|22/4/2003|Exam|Report'])).toBeUndefined();
});
