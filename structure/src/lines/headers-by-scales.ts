import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from './line-role.js';

/** Fewer numbers ascend by chance. */
const minNumbers = 4;
const minRows = 3;

/**
 * The roles of lines, where numbers that ascend are a header if nothing stands in the corner, and the rows below are
 * filled like it and begin with numbers that ascend too: prices by width and height.
 */
export function headersByScales(grid: CellGrid, roles: readonly LineRole[]): readonly LineRole[] {
  const isHeader = (role: LineRole, row: number) => role === 'data' && isScaleOver(grid, row);
  return roles.some(isHeader) ? roles.map((role, row) => (isHeader(role, row) ? 'header' : role)) : roles;
}

function isScaleOver(grid: CellGrid, row: number): boolean {
  const corner = cornerOf(grid, row);
  if (corner === undefined) return false;
  const numbers: number[] = [];
  let right = corner;
  while (right + 1 < grid.columnCount && !grid.isEmpty(row, right + 1))
    numbers.push(grid.number(row, ++right));
  if (numbers.length < minNumbers || !ascends(numbers)) return false;
  const keys: number[] = [];
  for (let below = row + 1; below < grid.rowCount && isRowOfNumbers(grid, below, corner, right); below++)
    keys.push(grid.number(below, corner));
  return keys.length >= minRows && ascends(keys);
}

/** The last of the empty cells that a row begins with, if the next row has a number below it. */
function cornerOf(grid: CellGrid, row: number): number | undefined {
  let corner = -1;
  while (corner + 1 < grid.columnCount && grid.isEmpty(row, corner + 1)) corner++;
  return corner >= 0 && grid.kind(row + 1, corner) === Kind.number ? corner : undefined;
}

function isRowOfNumbers(grid: CellGrid, row: number, left: number, right: number): boolean {
  for (let column = left; column <= right; column++) if (grid.kind(row, column) !== Kind.number) return false;
  return true;
}

/** Numbers only: what is none compares as false. */
const ascends = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));
