import { borderedBlocks } from '../../key-columns.js';
import type { SheetCells } from '../../sheet-cells.js';

/** Whether cells of a column are merged with those below, from one of the rows to another. */
export function isMergedBetween(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const within = new Set(rows);
  return cells.sheet.merges.some(
    ({ top, bottom, left }) => left === column && bottom > top && within.has(top) && within.has(bottom),
  );
}

/** Whether merged cells show for all blanks what they mean, but for those of rows that are categories themselves. */
export function isMergedThroughout(
  cells: SheetCells,
  column: number,
  withTotals: readonly number[],
  rows: readonly number[],
  isItself: (row: number) => boolean,
): boolean {
  const isTold = (row: number) =>
    !cells.isBlank(row, column) || cells.isUnderMerged(row, column) || isItself(row);
  return isMergedBetween(cells, column, withTotals) && rows.every(isTold);
}

/** Whether borders in a column enclose several rows with one label for all of them. */
export function isFramed(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const blocks = borderedBlocks(cells, column, rows);
  const covered = rowsCovered(cells, column);
  const isLabelled = (block: readonly number[]) => {
    const texts = block.map((row) => cells.text(row, column).trim()).filter((text) => text !== '');
    if (texts.length < 2) return texts.length === 1 || block.every((row) => covered.has(row));
    // A label may be written down the column, a character in each row.
    return texts.every((text) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text));
  };
  return blocks.length > 1 && blocks.length < rows.length && blocks.every(isLabelled);
}

/** The rows in which a column is the rest of a cell merged from the left. */
function rowsCovered(cells: SheetCells, column: number): Set<number> {
  const rows = new Set<number>();
  for (const { top, bottom, left, right } of cells.sheet.merges)
    if (left < column && column <= right) for (let row = top; row <= bottom; row++) rows.add(row);
  return rows;
}
