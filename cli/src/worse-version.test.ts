import { expect, test } from 'vitest';
import { lossesOf } from './worse-version.js';

const table = (
  unchanged: number,
  updated: number,
  deleted: number,
  inserted = 0,
  columns: { added?: string[]; missing?: string[] } = {},
) => ({
  name: 'sales',
  artifact_id: 'art_1',
  edit_version: 2,
  ...{ unchanged, updated, deleted, inserted },
  added_columns: columns.added ?? [],
  missing_columns: columns.missing ?? [],
});

test.each([
  ['a table that is gone', { archived: ['sales'], tables: [] }, ['the table “sales” would go']],
  ['most rows gone', { archived: [], tables: [table(3, 1, 6)] }, ['6 of 10 rows of “sales” would go']],
  [
    'other rows in their place',
    { archived: [], tables: [table(0, 0, 9, 9)] },
    ['9 of 9 rows of “sales” would go'],
  ],
  [
    'a column that is gone',
    { archived: [], tables: [table(3, 0, 0, 0, { missing: ['region'] })] },
    ['the column “region” of “sales” is missing'],
  ],
  [
    'a heading that was renamed',
    { archived: [], tables: [table(0, 3, 0, 0, { missing: ['region', 'amount'], added: ['Total'] })] },
    ['the columns “region”, “amount” of “sales” are missing, and “Total” would be new'],
  ],
  ['a column that is new', { archived: [], tables: [table(3, 0, 0, 0, { added: ['note'] })] }, []],
  ['half of the rows gone', { archived: [], tables: [table(3, 2, 5)] }, []],
  ['every row changed', { archived: [], tables: [table(0, 20, 0, 2)] }, []],
  ['a small table cleared', { archived: [], tables: [table(0, 0, 4)] }, []],
])('%s', (_, planned, losses) => {
  expect(lossesOf(planned)).toEqual(losses);
});
