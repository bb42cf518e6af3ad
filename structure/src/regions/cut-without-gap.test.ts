import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

test('lists of two columns stand beside each other without a gap, under the same names', () => {
  const namesOf = (rows: Parameters<typeof structure>[0]) =>
    Object.values(structure(rows).tables).map(([names]) => names?.join());
  expect(
    namesOf([
      ['Name', 'Amount', 'Name', 'Amount'],
      ['Adams', 20, 'Keller', 15],
      ['Brown', 15, 'Lowe', 30],
      ['Clark', 25, 'Moss', 10],
    ]),
  ).toEqual(['Name,Amount', 'Name,Amount']);
  expect(
    namesOf([
      ['Home', 'Goals', 'Away', 'Goals'],
      ['Leeds', 2, 'Hull', 1],
      ['York', 0, 'Derby', 3],
      ['Bury', 1, 'Stoke', 1],
    ]),
  ).toHaveLength(1);
});

test('the header again between the records of a list is no record', () => {
  const { tables } = structure([
    ['Date', 'Doc', 'Amount'],
    ['2025-06-02', 1001, 50],
    ['2025-06-03', 1002, 75.5],
    ['Date', 'Doc', 'Amount'],
    ['2025-06-05', 1004, 10],
    ['2025-06-06', 1005, 99.9],
  ]);
  expect(tables.base?.slice(1).map(([, doc]) => doc)).toEqual([1001, 1002, 1004, 1005]);
});

test('a legend of words stands beside a plan of words, each under its own heading', () => {
  const { tables } = structure([
    ['Shift plan', null, null, null, 'Legend'],
    ['Name', 'Mon', 'Tue', null, 'Code', 'Meaning'],
    ['Ada', 'E', 'L', null, 'E', 'early'],
    ['Bo', 'L', 'N', null, 'L', 'late'],
    ['Cy', 'N', 'E', null, 'N', 'night'],
  ]);
  expect(tables.Legend?.[1]).toEqual(['E', 'early']);
});
