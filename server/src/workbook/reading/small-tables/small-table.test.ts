import type { ColumnType } from '@workbook-data-service/sheets/values';
import { expect, test } from 'vitest';
import { LeftToEngine } from './left-to-engine.js';
import { SmallTable } from './small-table.js';

const columns: { id: string; type: ColumnType; initial?: string }[] = [
  { id: 'n', type: 'BIGINT' },
  { id: 's', type: 'VARCHAR', initial: 'old' },
];

function newTable(...rowIds: number[]): SmallTable {
  const table = new SmallTable(1, columns);
  table.append(rowIds, [rowIds.map((id) => id * 10), rowIds.map((id) => `row ${id}`)]);
  return table;
}

function contentOf(table: SmallTable): unknown[][] {
  return Array.from({ length: table.rowCount }, (_, row) => [
    table.rowIdAt(row),
    ...columns.map((column) => {
      const cells = table.cellsOf(column);
      return cells?.isEmpty(row) ? null : cells?.valueAt(row);
    }),
  ]);
}

const nothing = { deletes: [], inserts: [], updates: [] };

test('takes updates, new rows and deletions, and is then at their version', () => {
  const table = newTable(1, 2, 3);
  table.apply(
    {
      updates: [{ rowId: 2, cells: { n: null, gone: 1 } }],
      inserts: [{ rowId: 4, cells: { n: 5, s: 'new' } }],
      deletes: [1, 99],
    },
    2,
  );
  expect(contentOf(table)).toEqual([
    [2, null, 'row 2'],
    [3, 30, 'row 3'],
    [4, 5, 'new'],
  ]);
  expect(table.version).toBe(2);
});

test('puts rows that come back where their ids belong, with what a column had when it was added', () => {
  const table = newTable(2, 5);
  table.apply(
    {
      ...nothing,
      inserts: [
        { rowId: 3, cells: { n: 3 } },
        { rowId: 5, cells: { n: 6, s: 'replaced' } },
        { rowId: 1, cells: { n: 1, s: null } },
      ],
    },
    2,
  );
  expect(contentOf(table)).toEqual([
    [1, 1, null],
    [2, 20, 'row 2'],
    [3, 3, 'old'],
    [5, 6, 'replaced'],
  ]);
  expect([0, 1, 4, 5, 6].map((id) => table.placeOf(id))).toEqual([0, 0, 3, 3, 4]);
});

test('holds numbers that a double would change, and orders them', () => {
  const table = newTable(1, 2, 3);
  table.apply({ ...nothing, updates: [{ rowId: 1, cells: { n: '9007199254740993' } }] }, 2);
  table.apply({ ...nothing, updates: [{ rowId: 3, cells: { n: '9007199254740992' } }] }, 3);
  expect(contentOf(table).map(([, n]) => n)).toEqual([9007199254740993n, 20, 9007199254740992n]);
  const order = table.cellsOf({ id: 'n', type: 'BIGINT' })?.ordering(true, () => 0);
  expect([0, 1, 2].sort(order)).toEqual([0, 2, 1]);
});

test('leaves cells of other forms than today to the engine', () => {
  const table = newTable(1);
  const edit = { ...nothing, updates: [{ rowId: 1, cells: { n: 'many' } }] };
  expect(() => table.apply(edit, 2)).toThrow(LeftToEngine);
});

test('has no column of another type', () => {
  expect(newTable(1).cellsOf({ id: 'n', type: 'DOUBLE' })).toBeUndefined();
});
