import { expect, test } from 'vitest';
import { foldEdits, type RowEdit } from './row-edits.js';

const insert = (rowId: number, after: Record<string, number>): RowEdit => ({ rowId, kind: 'insert', after });
const update = (rowId: number, after: Record<string, number>): RowEdit => ({ rowId, kind: 'update', after });
const remove = (rowId: number): RowEdit => ({ rowId, kind: 'delete', after: null });

test('edits of one row become one', () => {
  const net = foldEdits([
    insert(1, { c1: 1, c2: 1 }),
    update(1, { c2: 2 }),
    update(2, { c1: 5 }),
    update(2, { c2: 6 }),
    update(3, { c1: 7 }),
    remove(3),
    remove(4),
    insert(4, { c1: 9, c2: 9 }),
  ]);
  expect(net).toEqual({
    deletes: [3],
    inserts: [
      { rowId: 1, cells: { c1: 1, c2: 2 } },
      { rowId: 4, cells: { c1: 9, c2: 9 } },
    ],
    updates: [{ rowId: 2, cells: { c1: 5, c2: 6 } }],
  });
});
