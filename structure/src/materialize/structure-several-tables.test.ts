import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

test('names between two tables begin the second, although the first of them reads as a mark', () => {
  const values = [-6.3, -6.1, -5.8, -5.5].map((x) => [x, x / 2, x * x]);
  const { tables } = structure([['n', 0, 1], ['an', 0.87, 0.5], ['x', 'T0(x)', 'T1(x)'], ...values]);
  expect(Object.values(tables).map((lines) => lines[0])).toContainEqual(['x', 'T0(x)', 'T1(x)']);
});

test('years that are moved a little below the same years begin another table', () => {
  const block = (name: string, move: number, size: number) => [
    [name, ...[2001, 2002, 2003, 2004].map((year) => year + move)],
    ['N', size, size + 7, size + 9, size + 4],
    ['level', 0.74, 0.67, 0.61, 0.55],
    [null],
  ];
  const { tables } = structure([
    ...block('urban', 0, 354),
    ...block('traffic', 0.1, 113),
    ...block('rural', 0, 61),
  ]);
  expect(Object.values(tables).map((lines) => lines[0]?.[0])).toEqual(['urban', 'traffic', 'rural']);
});

test('figures computed from another table are the records of their own', () => {
  const { tables } = structure([
    ['Area', 2019, 2020, 2021],
    ['North', 310, 322, 331],
    ['South', 290, 281, 286],
    ['Total', 600, 603, 617],
    [null],
    [null],
    [null],
    ['Sum', 2019, 2020, 2021],
    ['Total (adults)', 402, 411, 420],
    ['Total (children)', 198, 192, 197],
  ]);
  expect(
    Object.values(tables)
      .flat()
      .filter(([label]) => label === 'Total (adults)'),
  ).toHaveLength(3);
  expect(Object.values(tables).every((rows) => rows.length > 1)).toBe(true);
});

test('the same names again, with another name for the rows, begin another table', () => {
  const { tables } = structure([
    ['North field', '2022', '2023'],
    ['Bramley', 1820, 2015],
    ['Cox', 960, 880],
    ['South field', '2022', '2023'],
    ['Discovery', 415, 390],
    ['Gala', 640, 705],
  ]);
  expect(Object.values(tables).map(([names]) => names?.[0])).toEqual(['North field', 'South field']);
});

test('names below times of day begin another table', () => {
  const { tables } = structure([
    ['Classes'],
    ['Class', 'Day', 'Start', 'Places'],
    ['Yoga', 'Monday', '9:00', 18],
    ['Spin', 'Tuesday', '18:30', 14],
    [null],
    ['Staff'],
    ['Name', 'Role', 'Phone'],
    ['Ellie Marsh', 'Instructor', '020 7946 0011'],
    ['Priya Shah', 'Reception', '020 7946 0013'],
  ]);
  expect(tables.Classes?.length).toBe(3);
  expect(tables.Staff?.[0]).toEqual(['Name', 'Role', 'Phone']);
});

test('the box with the title of a drawing below its parts is a form', () => {
  const { tables } = structure([
    ['番号', '品名', '数量', '材質'],
    [1, 'ハウジング', 1, 'FC250'],
    [2, '軸', 2, 'S45C'],
    [3, '軸受', 4, '6204'],
    [null],
    [null, null, '図名', '減速機'],
    [null, null, '図番', 'GB-104'],
    [null, null, '作成', '田中'],
    [null, null, '承認', '佐藤'],
  ]);
  expect(Object.values(tables)[1]).toEqual([
    ['図名', '図番', '作成', '承認'],
    ['減速機', 'GB-104', '田中', '佐藤'],
  ]);
});
