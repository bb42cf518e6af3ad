import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('labels without values within rows that add up to one total are records', () => {
  const { tables } = structure([
    ['Item', 'Plan', 'Actual'],
    ['Meetings', 1200, 800],
    ['Travel'],
    ['Printing', 500, 400],
    ['Sundries'],
    ['Total', 1700, 1200],
  ]);
  expect(tables.base?.map(([item]) => item)).toEqual(['Item', 'Meetings', 'Travel', 'Printing', 'Sundries']);
});

test('below a heading that has its own total, labels without values are records of that heading', () => {
  const { tables } = structure([
    ['', 'Plan', 'Actual'],
    ['Income'],
    ['Fees', 500, 480],
    ['Donations'],
    ['Total income', 500, 480],
    ['Expenses'],
    ['Hall', 300, 310],
    ['Music'],
    ['Prizes', 50, 45],
    ['Total expenses', 350, 355],
  ]);
  expect(tables.base_階層2?.slice(1).map((row) => row.slice(0, 2))).toEqual([
    ['Income', 'Fees'],
    ['Income', 'Donations'],
    ['Expenses', 'Hall'],
    ['Expenses', 'Music'],
    ['Expenses', 'Prizes'],
  ]);
});

test('headings whose rows have one total together stay headings', () => {
  const { tables } = structure([
    ['Goods', 'May', 'June'],
    ['Fruit'],
    ['Apples', 10, 12],
    ['Pears', 20, 17],
    ['Vegetables'],
    ['Leek', 5, 7],
    ['Kale', 4, 9],
    ['Total', 39, 45],
  ]);
  expect(tables.base_科目?.find(([label]) => label === 'Leek')?.[2]).toBe('Vegetables');
});

test('labels that have values elsewhere, between the same labels, are records where they have none', () => {
  const { spec } = structure([
    ['Class', 'Oct', 'Nov', 'Dec'],
    ['Total rates', 30, 36, 42],
    ['Cleared', 10, 14, 18],
    ['Uncleared', 20, 22, 24],
    ['Total credit', 9, 12, 15],
    ['Cleared', 4, 5, 7],
    ['Uncleared', 5, 7, 8],
    ['Total metals', 7, 7, 8],
    ['Cleared'],
    ['Uncleared'],
    ['TOTAL', 46, 55, 65],
  ]);
  expect(spec.regions[0]?.rowParents).toEqual({ 2: 1, 3: 1, 5: 4, 6: 4, 8: 7, 9: 7 });
});
