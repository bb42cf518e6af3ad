import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('labels of the first columns in rows of their own hold for the records below them', () => {
  const { tables } = structure([
    ['Region', 'Type', 'Contract', 'Partner', 'Fee'],
    ['North', null, null, null, null],
    [null, 'Assignment', null, null, null],
    [null, null, 'C-101', 'Harbour Ltd', 120],
    [null, null, 'C-102', 'Mill & Sons', 80],
    [null, 'Termination', null, null, null],
    [null, null, 'C-090', 'Old Oak', 15],
    ['South', null, null, null, null],
    [null, 'Assignment', null, null, null],
    [null, null, 'C-111', 'Ferry Co', 95],
  ]);
  expect(tables).toEqual({
    base: [
      ['Region', 'Type', 'Contract', 'Partner', 'Fee'],
      ['North', 'Assignment', 'C-101', 'Harbour Ltd', 120],
      ['North', 'Assignment', 'C-102', 'Mill & Sons', 80],
      ['North', 'Termination', 'C-090', 'Old Oak', 15],
      ['South', 'Assignment', 'C-111', 'Ferry Co', 95],
    ],
  });
});
