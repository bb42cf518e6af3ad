import { expect, test } from 'vitest';
import { lossesOf } from './worse-version.js';

const table = (unchanged: number, updated: number, deleted: number, inserted = 0) => ({
  name: 'sales',
  artifact_id: 'art_1',
  edit_version: 2,
  ...{ unchanged, updated, deleted, inserted },
});

test.each([
  ['a table that is gone', { archived: ['sales'], tables: [] }, ['the table “sales” would go']],
  ['most rows gone', { archived: [], tables: [table(3, 1, 6)] }, ['6 of 10 rows of “sales” would go']],
  [
    'other rows in their place',
    { archived: [], tables: [table(0, 0, 9, 9)] },
    ['9 of 9 rows of “sales” would go'],
  ],
  ['half of the rows gone', { archived: [], tables: [table(3, 2, 5)] }, []],
  ['every row changed', { archived: [], tables: [table(0, 20, 0, 2)] }, []],
  ['a small table cleared', { archived: [], tables: [table(0, 0, 4)] }, []],
])('%s', (_, planned, losses) => {
  expect(lossesOf(planned)).toEqual(losses);
});
