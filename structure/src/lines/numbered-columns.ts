import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from './line-role.js';

/** Fewer numbers count on by chance. */
const minNumbers = 8;

/**
 * The roles of lines, where a row that counts on from column to column is a header: the hours of a day, or the numbers of
 * districts below their names. Its numbers look like those of the records.
 */
export function headersByNumbers(grid: CellGrid, roles: readonly LineRole[]): readonly LineRole[] {
  const opens = (row: number) => {
    const above = roles[row - 1] ?? 'empty';
    return above === 'header' || above === 'empty' || above === 'metadata';
  };
  const isHeader = (role: LineRole, row: number) =>
    role === 'data' && roles[row + 1] === 'data' && opens(row) && countsOn(grid, row);
  return roles.some(isHeader) ? roles.map((role, row) => (isHeader(role, row) ? 'header' : role)) : roles;
}

/** Whether the numbers of a row are beside each other and count on from 0, 1 or 2. */
export function countsOn(grid: CellGrid, row: number, left = 0, right = grid.columnCount - 1): boolean {
  const columns: number[] = [];
  for (let column = left; column <= right; column++)
    if (grid.kind(row, column) === Kind.number) columns.push(column);
  const [first = 0] = columns;
  const from = grid.number(row, first);
  return (
    columns.length >= minNumbers &&
    from >= 0 &&
    from <= 2 &&
    columns.every((column, at) => column === first + at && grid.number(row, column) === from + at)
  );
}
