import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../../sheet-cells.js';

/**
 * Whether a row is a group like others, with its label in their column and a nought where a formula was copied down: `Brushes | 0`
 * between records that have a code to the left of their names.
 */
export function groupsWithZero(
  cells: SheetCells,
  range: CellRange,
  firstGroup: number | undefined,
  records: readonly number[],
): (row: number) => boolean {
  const column = firstGroup === undefined ? undefined : cells.firstFilled(firstGroup, range);
  if (column === undefined || column === range.left) return () => false;
  const isCoded = 2 * records.filter((row) => !cells.isBlank(row, range.left)).length > records.length;
  return (row) => {
    const [label, ...others] = cells.filledInRow(row, range);
    const isNought = (at: number) => cells.text(row, at).trim() === '0';
    return isCoded && label === column && others.length > 0 && others.every(isNought);
  };
}
