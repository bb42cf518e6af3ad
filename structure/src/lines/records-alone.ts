import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from './line-role.js';

/** Fewer numbers may be years or sizes that name columns. */
const minNumbers = 4;

/** The roles of lines, where a header that heads nothing and consists of numbers is a record: as a note it would be lost. */
export function recordsAlone(grid: CellGrid, roles: readonly LineRole[]): readonly LineRole[] {
  const headsNothing = (row: number) => {
    const next = roles.slice(row + 1).find((role) => role !== 'empty');
    return next !== 'data' && next !== 'derived' && next !== 'header' && next !== 'group';
  };
  const isRecord = (role: LineRole, row: number) =>
    role === 'header' && isOfNumbers(grid, row) && headsNothing(row);
  return roles.some(isRecord) ? roles.map((role, row) => (isRecord(role, row) ? 'data' : role)) : roles;
}

/** Whether most cells of a row are numbers, and some of them are no whole ones, as those of years and ages are. */
function isOfNumbers(grid: CellGrid, row: number): boolean {
  const numbers: number[] = [];
  let others = 0;
  for (let column = 0; column < grid.columnCount; column++) {
    if (grid.kind(row, column) === Kind.number) numbers.push(grid.number(row, column));
    else if (!grid.isEmpty(row, column)) others++;
  }
  return numbers.length >= minNumbers && numbers.length > others && !numbers.every(Number.isInteger);
}
