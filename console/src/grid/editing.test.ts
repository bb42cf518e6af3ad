import { expect, test } from 'vitest';
import { fillingDown, type GridEditing, pasting } from './editing.js';

const rows = [1, 2, 3].map((n) => ({ id: String(n), cells: [n, `name ${n}`, null] }));
const editing: GridEditing = {
  canEdit: (column) => column !== 2,
  refuse() {},
  apply() {},
  undo() {},
  redo() {},
};
const area = (top: number, bottom: number, left: number, right: number) => ({
  rows: { first: top, end: bottom },
  columns: { first: left, end: right },
});
const told = ({
  changes,
}: {
  changes: { row: { id: string | null }; column: number; text: string | null }[];
}) => changes.map(({ row, column, text }) => `${row.id}.${column}=${text}`);

test('a pasted range begins at the selected cell, and goes on in new rows below the last one', () => {
  const table = [
    ['10', 'a', 'x'],
    ['20', '', 'y'],
  ];
  const edit = pasting(table, area(2, 3, 0, 1), rows.slice(2), 3, editing);
  expect(told(edit)).toEqual(['3.0=10', '3.1=a']);
  expect(edit.added).toEqual([{ column: 0, texts: ['20', '', 'y'] }]);
});

test('a single cell is pasted into all that is selected', () => {
  expect(told(pasting([['7']], area(0, 2, 0, 2), rows, 3, editing))).toEqual([
    '1.0=7',
    '1.1=7',
    '2.0=7',
    '2.1=7',
  ]);
});

test('filling down copies the first row, and leaves columns alone that cannot be edited', () => {
  expect(told(fillingDown(rows, area(0, 3, 1, 3), editing))).toEqual(['2.1=name 1', '3.1=name 1']);
});

test('several rows are filled down again and again', () => {
  expect(told(fillingDown(rows, area(0, 3, 1, 2), editing, 2))).toEqual(['3.1=name 1']);
});
