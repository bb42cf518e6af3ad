import { expect, test } from 'vitest';
import { rowsBefore } from './rows-before.js';

test('before a row are those with less in the first column that differs, none of which is empty, then those with a lower id', () => {
  const sort = [
    { column: 'day', isDescending: true },
    { column: 'item', isDescending: false },
  ];
  expect(rowsBefore({ __svc_row_id: 7, day: '2026-01-05', item: null }, sort)).toEqual({
    or: [
      { and: [{ column: 'day', op: 'gt', value: '2026-01-05' }] },
      {
        and: [
          { column: 'day', op: 'eq', value: '2026-01-05' },
          { column: 'item', op: 'is_null', value: false },
        ],
      },
      {
        and: [
          { column: 'day', op: 'eq', value: '2026-01-05' },
          { column: 'item', op: 'is_null' },
          { column: '__svc_row_id', op: 'lt', value: 7 },
        ],
      },
    ],
  });
});
