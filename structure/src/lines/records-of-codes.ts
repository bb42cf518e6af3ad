import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from './line-role.js';
import { readsAsPeriod } from './line-vocabulary.js';

/** Fewer columns may have the same name. */
const minAlike = 3;
const longestCode = 8;

/**
 * The roles of lines, where a header among records that has one and the same code beside its label is a record whose values are
 * not known: `18-24 | DNR | DNR | DNR`.
 */
export function recordsOfCodes(grid: CellGrid, roles: readonly LineRole[]): readonly LineRole[] {
  const firstRecord = roles.indexOf('data');
  const isAmongRecords = (row: number) =>
    firstRecord >= 0 &&
    firstRecord < row &&
    ['data', 'derived', 'group', 'header'].includes(roles[row - 1] ?? '') &&
    roles[row + 1] !== undefined &&
    roles[row + 1] !== 'empty';
  const isRecord = (role: LineRole, row: number) =>
    role === 'header' && isAmongRecords(row) && repeatsCode(grid, row);
  return roles.some(isRecord) ? roles.map((role, row) => (isRecord(role, row) ? 'data' : role)) : roles;
}

function repeatsCode(grid: CellGrid, row: number): boolean {
  const texts: string[] = [];
  for (let column = 0; column < grid.columnCount; column++)
    if (!grid.isEmpty(row, column)) texts.push(grid.text(row, column).trim());
  const [label, code = '', ...others] = texts;
  return (
    others.length + 1 >= minAlike &&
    label !== code &&
    code.length <= longestCode &&
    !readsAsPeriod(code) &&
    others.every((other) => other === code)
  );
}
