import { expect, test } from 'vitest';
import { stepBack, stepForward } from './steps.js';

/** Ops in order, some of which undo an earlier one. */
function history(...entries: (string | number)[]) {
  const ops = entries.map((entry, i) => ({
    op_id: i + 1,
    kind: typeof entry === 'string' ? entry : 'op.undo',
    undoable: true,
    undoes: typeof entry === 'string' ? null : entry,
    undone_by: entries.indexOf(i + 1) === -1 ? null : entries.indexOf(i + 1) + 1,
  }));
  return ops.reverse();
}
const back = (...entries: (string | number)[]) => stepBack(history(...entries))?.op_id;
const forward = (...entries: (string | number)[]) => stepForward(history(...entries))?.op_id;

test('steps go back from the newest op to the oldest, whatever their kind', () => {
  expect(back('rows.upsert', 'column.drop')).toBe(2);
  expect(back('rows.upsert', 'column.drop', 2)).toBe(1);
  expect(back('rows.upsert', 'column.drop', 2, 1)).toBeUndefined();
});

test('what only records something is no step', () => {
  expect(back('rows.upsert', 'version.create', 'branch.create')).toBe(1);
});

test('steps go forward in the order in which they went back, until something new is done', () => {
  expect(forward('rows.upsert', 'column.drop', 2, 1)).toBe(4);
  expect(forward('rows.upsert', 'column.drop', 2, 1, 4)).toBe(3);
  expect(forward('rows.upsert', 'column.drop', 2, 1, 4, 3)).toBeUndefined();
  expect(forward('rows.upsert', 'column.drop', 2, 'rows.delete')).toBeUndefined();
});

test('what was done again is the newest step back', () => {
  expect(back('rows.upsert', 'column.drop', 2, 1, 4)).toBe(5);
  expect(back('rows.upsert', 'column.drop', 2, 1, 4, 3)).toBe(6);
  expect(back('rows.upsert', 'column.drop', 2, 1, 4, 3, 6)).toBe(5);
});
