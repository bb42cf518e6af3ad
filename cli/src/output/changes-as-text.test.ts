import { expect, test } from 'vitest';
import { changesAsText } from './changes-as-text.js';

const none = { added: [], removed: [], renamed: [], retyped: [] };
const update = (row_id: number, column: string, old: unknown, now: unknown) => ({
  row_id,
  change: 'update' as const,
  column,
  old,
  new: now,
});

test('rows show their values before and after, and those that came or went their values', () => {
  const table = {
    name: 'stock',
    renamed_from: 'goods',
    status: 'changed' as const,
    columns: { ...none, added: ['note'], retyped: [{ column: 'qty', from: 'BIGINT', to: 'DOUBLE' }] },
    rows: { inserted: 1, updated: 1, deleted: 1 },
    cells: [
      update(1, 'qty', 1, 7),
      update(1, 'note', null, ''),
      { row_id: 2, change: 'delete' as const, column: 'item', old: 'pear', new: null },
      { row_id: 3, change: 'insert' as const, column: 'item', old: null, new: 'kiwi\x1b[2J' },
    ],
  };
  expect(changesAsText([table], 10)).toEqual([
    'goods → stock: 1 row more, 1 row changed, 1 row gone',
    '  + column note',
    '  ~ column qty: BIGINT → DOUBLE',
    '  ~ row 1  qty: 1 → 7, note: empty → ""',
    '  - row 2  item: pear',
    '  + row 3  item: kiwi�[2J',
  ]);
});

test('of many rows the first are shown, and how many more there are', () => {
  const cells = [1, 2, 3].map((row) => update(row, 'qty', row, 0));
  const rows = { inserted: 0, updated: 3, deleted: 0 };
  const table = { name: 'stock', renamed_from: null, status: 'changed' as const, columns: none, rows, cells };
  expect(changesAsText([table], 2).at(-1)).toBe('  … and 1 more row. --cells shows every cell.');
});
