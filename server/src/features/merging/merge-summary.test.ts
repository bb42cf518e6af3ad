import { expect, test } from 'vitest';
import { summarizeMerge } from './merge-summary.js';

const table = {
  name: 'sales',
  tableId: 'art_1',
  version: 2,
  counts: { inserted: 0, updated: 0, deleted: 0, unchanged: 9 },
  cells: 0,
  columns: { added: [], renamed: [], ignored: [], missing: [] },
  conflicts: 0,
  readings: [],
  skipped: { count: 0, cells: [] },
};

test('says what a merge did to each table', () => {
  const edited = {
    ...table,
    counts: { inserted: 1, updated: 2, deleted: 3, unchanged: 4 },
    cells: 5,
    columns: { ...table.columns, added: ['note'], renamed: [{ from: 'a', to: 'b' }] },
    conflicts: 1,
  };
  expect(summarizeMerge([edited, { ...table, name: 'staff' }])).toBe(
    'sales: 1 row inserted, 5 cells changed in 2 rows, 3 rows deleted, 1 column added, 1 column renamed, ' +
      '1 conflict to review. staff: nothing to merge.',
  );
});
