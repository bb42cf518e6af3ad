import { expect, test } from 'vitest';
import { structure, tablesOf } from '../../test-support/structured-sheet.js';

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
