import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensLikeNote } from '../lines/line-vocabulary.js';
import { isFillInLine } from './fill-in-line.js';
import { filledCells, loneText } from './header-evidence.js';

/** What is known of the table that a row is below. */
interface TableAbove {
  /** Its last record. */
  record: number;
  /** Whether the row has its label where those of the groups are, and looks like them. */
  isLikeGroups(): boolean;
}

/** The role of a line below a record, corrected where its neighbours plainly show another one. */
export function roleBelowRecord(
  grid: CellGrid,
  roles: readonly LineRole[],
  row: number,
  { record, isLikeGroups }: TableAbove,
): LineRole {
  const role = roles[row] ?? 'empty';
  if (role === 'notes')
    return continuesRecord(grid, roles, row, record) || countsOn(grid, roles, row) ? 'data' : role;
  if (role === 'metadata' && isLikeGroups() && headsRecords(grid, roles, row)) return 'group';
  const isNote = isToBeFilledIn(grid, roles, row);
  return isNote ? 'notes' : role;
}

/** Whether a row right below records, and not among remarks, has values in the same columns as they. */
function continuesRecord(grid: CellGrid, roles: readonly LineRole[], row: number, record: number): boolean {
  const columns = filledCells(grid, row);
  return (
    record === row - 1 &&
    roles[row - 2] !== 'notes' &&
    loneText(grid, row) === undefined &&
    columns.length > 1 &&
    String(columns) === String(filledCells(grid, row - 1)) &&
    !opensLikeNote(grid.text(row, columns[0] ?? 0))
  );
}

/** Whether a row right below records has the next number for its label, and no values yet. */
function countsOn(grid: CellGrid, roles: readonly LineRole[], row: number): boolean {
  const [column, ...others] = filledCells(grid, row);
  if (column === undefined || others.length > 0 || roles[row - 1] !== 'data') return false;
  const [before = Number.NaN, above = Number.NaN, own = Number.NaN] = [row - 2, row - 1, row].map((at) =>
    grid.number(at, column),
  );
  return own - above === above - before && own !== above;
}

/** Whether a text alone has records below it, or below others like it. */
function headsRecords(grid: CellGrid, roles: readonly LineRole[], row: number): boolean {
  if (loneText(grid, row) === undefined) return false;
  let next = row + 1;
  while (roles[next] === 'empty' || (next < grid.rowCount && loneText(grid, next))) next++;
  return roles[next] === 'data';
}

function isToBeFilledIn(grid: CellGrid, roles: readonly LineRole[], row: number): boolean {
  const above = roles[row - 1];
  return (above === 'empty' || above === 'notes') && isFillInLine(grid, row, above === 'notes');
}
