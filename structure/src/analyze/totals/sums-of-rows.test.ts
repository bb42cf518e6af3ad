import { expect, test } from 'vitest';
import { tablesOf } from '../../../test-support/structured-sheet.js';

test('a total below a single record is computed', () => {
  expect(
    tablesOf([
      ['District', 'Ballots', 'Blank'],
      ['Albion', 446, 13],
      ['Total', 446, 13],
    ]),
  ).toEqual({ '': ['Albion | 446 | 13'], 計算項目: ['Total | 446 | 13'] });
});
