import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';

const minColumns = 2;
const minRows = 3;

/**
 * Cuts off columns at the right of a table that its header does not name and that have names of their own further
 * down, beside its records: another table, put there without a gap.
 */
export function splitLateSide(grid: CellGrid, range: CellRange, roles: readonly LineRole[]): CellRange[] {
  const header = firstRow(range, (row) => roles[row] === 'header');
  const record = firstRow(range, (row) => roles[row] === 'data' || roles[row] === 'derived');
  if (header === undefined || record === undefined || header > record) return [range];
  const topOf = (column: number) => firstRow(range, (row) => !grid.isEmpty(row, column)) ?? range.top;
  const names = topOf(range.right);
  if (names <= record) return [range];
  let left = range.right;
  while (left > range.left && topOf(left - 1) === names) left--;
  const side = { ...range, top: names, left };
  const isApart = left > range.left + 1 && range.right - left + 1 >= minColumns;
  return isApart && areNumbersBelowNames(grid, side) ? [{ ...range, right: left - 1 }, side] : [range];
}

function areNumbersBelowNames(grid: CellGrid, { top, left, bottom, right }: CellRange): boolean {
  const rows = new Set<number>();
  for (let column = left; column <= right; column++) {
    if (grid.kind(top, column) !== Kind.text) return false;
    for (let row = top + 1; row <= bottom; row++) {
      if (grid.isEmpty(row, column)) continue;
      if (grid.kind(row, column) !== Kind.number) return false;
      rows.add(row);
    }
  }
  return rows.size >= minRows;
}

function firstRow({ top, bottom }: CellRange, isOne: (row: number) => boolean): number | undefined {
  for (let row = top; row <= bottom; row++) if (isOne(row)) return row;
  return undefined;
}
