import { ProblemError } from '@workbook-data-service/client';
import { expect, test, vi } from 'vitest';
import { TableEdits, type TableWriter, type WrittenRow } from './table-edits.js';

const columns = [
  { name: 'item', type: 'VARCHAR' },
  { name: 'qty', type: 'BIGINT' },
];
const rowOf = (id: number) => ({ id: String(id), cells: [`item ${id}`, id] });
const typed = (id: number, text: string) => ({ changes: [{ row: rowOf(id), column: 1, text }], added: [] });

/** A table at version 1 that others edit when `overtake` says so. */
function world(overtake: (version: number) => object | undefined = () => undefined) {
  let version = 1;
  const saved: WrittenRow[][] = [];
  const writer: TableWriter = {
    upsert: async (rows, expected) => {
      const changes = overtake(version);
      if (changes) version++;
      if (expected !== version)
        throw conflict(version, changes ?? { rows: [], columns: [], truncated: false });
      saved.push(rows);
      return { edit_version: ++version, op_id: version };
    },
    remove: async () => ({ edit_version: ++version, op_id: version }),
    undo: async () => ({ edit_version: ++version, op_id: version }),
    nextStep: async () => undefined,
  };
  const edits = new TableEdits(writer, () => {}, {
    onDone: () => {},
    onImpossible: () => {},
    onNone: () => {},
  });
  edits.see(1);
  const isQuiet = () => vi.waitFor(() => expect(edits.state().isSaving).toBe(false));
  return { edits, saved, isQuiet };
}

const conflict = (current_version: number, changes_since: object) =>
  new ProblemError({
    type: '/problems/version-conflict',
    title: 'Changed',
    status: 409,
    detail: 'Changed.',
    suggested_fix: 'Read again.',
    request_id: '',
    current_version,
    changes_since,
  });

test('edits made while one is being saved go together in the next call', async () => {
  const { edits, saved, isQuiet } = world();
  edits.apply(typed(1, '10'), columns);
  edits.apply(typed(2, '20'), columns);
  edits.apply(typed(2, '21'), columns);
  await isQuiet();
  expect(saved).toEqual([[{ __svc_row_id: 1, qty: '10' }], [{ __svc_row_id: 2, qty: '21' }]]);
});

test('an edit that others overtook in other cells is repeated, without a word', async () => {
  const elsewhere = {
    rows: [{ row_id: 2, kind: 'update', columns: ['qty'] }],
    columns: [],
    truncated: false,
  };
  const { edits, saved, isQuiet } = world((version) => (version === 1 ? elsewhere : undefined));
  edits.apply(typed(1, '10'), columns);
  await isQuiet();
  expect(saved).toHaveLength(1);
  expect(edits.state().race).toBeUndefined();
});

test('an edit that others overtook in the same cell waits for a decision, and keeps what was typed', async () => {
  const same = { rows: [{ row_id: 1, kind: 'update', columns: ['qty'] }], columns: [], truncated: false };
  const { edits, saved, isQuiet } = world((version) => (version === 1 ? same : undefined));
  edits.apply(typed(1, '10'), columns);
  await isQuiet();
  expect(edits.state().race?.cells).toMatchObject([{ before: 1, value: '10' }]);
  expect(edits.overlay([rowOf(1)], columns)[0]?.cells).toEqual(['item 1', '10']);
  edits.again();
  await isQuiet();
  expect(saved).toEqual([[{ __svc_row_id: 1, qty: '10' }]]);
});
