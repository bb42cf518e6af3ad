import { expect, test } from 'vitest';
import { advance, move, rectangleOf, selectionAt, selectionOf } from './selection.js';

const size = { rows: 10, columns: 4 };
const right = { rows: 0, columns: 1 };

test('arrows move the active cell and stop at the edges', () => {
  expect(move(selectionAt({ row: 0, column: 3 }), right, size).active).toEqual({ row: 0, column: 3 });
  const toEnd = { rows: Number.POSITIVE_INFINITY, columns: 0 };
  expect(move(selectionAt({ row: 2, column: 1 }), toEnd, size).active).toEqual({ row: 9, column: 1 });
});

test('shift extends the selection from the active cell, in any direction', () => {
  const start = selectionAt({ row: 5, column: 2 });
  const selected = move(move(start, { rows: -2, columns: 0 }, size, true), right, size, true);
  expect(selected.active).toEqual({ row: 5, column: 2 });
  expect(rectangleOf(selected)).toEqual({ rows: { first: 3, end: 6 }, columns: { first: 2, end: 4 } });
  expect(move(selected, right, size)).toEqual(selectionAt({ row: 5, column: 3 }));
});

test('Tab and Enter go round and round within a selected range', () => {
  let selection = selectionOf({ row: 1, column: 1 }, { row: 2, column: 2 });
  const visited: string[] = [];
  for (let i = 0; i < 4; i++) {
    selection = advance(selection, 'column', 1, size);
    visited.push(`${selection.active.row},${selection.active.column}`);
  }
  expect(visited).toEqual(['1,2', '2,1', '2,2', '1,1']);
  expect(advance(selection, 'row', -1, size).active).toEqual({ row: 2, column: 2 });
  expect(rectangleOf(selection)).toEqual({ rows: { first: 1, end: 3 }, columns: { first: 1, end: 3 } });
});
