import { expect, test } from 'vitest';
import { tablesOf } from '../../../test-support/structured-sheet.js';

const states = [
  ['North', 81204, 40971, 12.5],
  ['East', 64318, 33126, 14.1],
  ['South', 92750, 45833, 11.9],
  ['West', 30417, 15202, 13.3],
];

test('a last row that is the sum of all others is computed, whatever it is called, beside an average', () => {
  const tables = tablesOf([
    ['State', 'People', 'Women', 'Rate'],
    ...states,
    ['Utopia', 268689, 135132, 12.9],
  ]);
  expect(tables.計算項目).toEqual(['Utopia | 268689 | 135132 | 12.9']);
});

test('so is a first row', () => {
  const tables = tablesOf([
    ['State', 'People', 'Women', 'Rate'],
    ['Utopia', 268689, 135132, 12.9],
    ...states,
  ]);
  expect(tables.計算項目).toEqual(['Utopia | 268689 | 135132 | 12.9']);
});

test('a row that is greater than all others and not their sum in one column is a record', () => {
  const tables = tablesOf([
    ['State', 'People', 'Women', 'Area'],
    ...states,
    ['Utopia', 268689, 135132, 70.5],
  ]);
  expect(tables.計算項目).toBeUndefined();
});

test('below a long list the exact sum is enough, beside numbers of the records', () => {
  const schools = Array.from({ length: 80 }, (_, at) => [
    at * 9 + 3,
    `School ${at}`,
    2000 + ((at * 711) % 4000),
    900 + ((at * 371) % 2000),
  ]);
  const sum = (column: number) => schools.reduce((total, row) => total + Number(row[column]), 0);
  const tables = tablesOf([
    ['County', 'Name', 'Pupils', 'Girls'],
    ...schools,
    [null, 'STATE', sum(2), sum(3)],
  ]);
  expect(tables.計算項目).toHaveLength(1);
});
