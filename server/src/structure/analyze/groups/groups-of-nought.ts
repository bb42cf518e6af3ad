import type { CellRange } from '../../../grid/grid.js';
import type { LineRole } from '../../lines/line-role.js';
import type { SheetCells } from '../../sheet-cells.js';

/** Records looked at: they show what the columns have. */
const mostCompared = 40;

/**
 * Whether a row is a group like others, with its label in their column and a nought where a formula was copied down: `Brushes | 0`
 * between records that have a code to the left of their names.
 */
export function groupsOfNought(
  cells: SheetCells,
  range: CellRange,
  rows: readonly number[],
  roles: readonly LineRole[],
): (row: number) => boolean {
  const records = rows.filter((row) => roles[row] === 'data').slice(0, mostCompared);
  const first = rows.find((row) => roles[row] === 'group');
  const column = first === undefined ? undefined : cells.firstFilled(first, range);
  if (column === undefined || column === range.left) return () => false;
  const isCoded = 2 * records.filter((row) => !cells.isBlank(row, range.left)).length > records.length;
  return (row) => {
    const [label, ...others] = cells.filledInRow(row, range);
    const isNought = (at: number) => cells.text(row, at).trim() === '0';
    return isCoded && label === column && others.length > 0 && others.every(isNought);
  };
}
