import { expect, test } from 'vitest';
import { diffRows, tellingColumns } from './diff-rows.js';

const cell = (row_id: number, change: 'insert' | 'update' | 'delete', column: string) => ({
  row_id,
  change,
  column,
  old: change === 'insert' ? null : 1,
  new: change === 'delete' ? null : 2,
});

test('the differing cells of a row stand together', () => {
  const rows = diffRows([cell(7, 'update', 'qty'), cell(7, 'update', 'price'), cell(9, 'delete', 'qty')]);
  expect(rows.map(({ rowId, change, cells }) => [rowId, change, [...cells.keys()]])).toEqual([
    [7, 'update', ['qty', 'price']],
    [9, 'delete', ['qty']],
  ]);
});

test('columns that tell rows apart and columns that changed are shown, all of them if rows only came and went', () => {
  const columns = ['item', 'region', 'note', 'price', 'qty'];
  expect(tellingColumns(columns, diffRows([cell(7, 'update', 'qty'), cell(8, 'insert', 'note')]))).toEqual([
    'item',
    'region',
    'qty',
  ]);
  expect(tellingColumns(columns, diffRows([cell(8, 'insert', 'note')]))).toEqual(columns);
});
