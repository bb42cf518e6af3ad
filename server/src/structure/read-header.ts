import type { CellRange } from '../grid/grid.js';
import { headingText } from '../spreadsheet/heading-text.js';
import type { SheetCells } from './sheet-cells.js';

/** A cell of a header, and its text. */
export interface HeaderLabel {
  text: string;
  row: number;
  column: number;
}

/** The header labels of each column, from top to bottom. */
export function readHeader(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  columns: readonly number[],
): HeaderLabel[][] {
  const levels = headerRows.map((row, level) => labelsOfRow(cells, range, row, headerRows.slice(level + 1)));
  return columns.map((column) => {
    const labels = levels.flatMap((labels) => labels.get(column) ?? []);
    return labels.filter((label, at) => at === 0 || label.text !== labels[at - 1]?.text);
  });
}

/**
 * A label covers its own column, those of its merged cell, and the blanks beside it that it plainly heads.
 */
function labelsOfRow(
  cells: SheetCells,
  range: CellRange,
  row: number,
  rowsBelow: readonly number[],
): Map<number, HeaderLabel> {
  const labels = new Map<number, HeaderLabel>();
  let last: { label: HeaderLabel; end: number } | undefined;
  for (let column = range.left; column <= range.right; column++) {
    if (!cells.isBlank(row, column)) {
      const label = {
        text: headingText(cells.text(row, column)).replaceAll(/\s+/g, ' ').trim(),
        row,
        column,
      };
      last = { label, end: reachOf(cells, range, row, column, rowsBelow) };
    }
    if (last && column <= last.end) labels.set(column, last.label);
  }
  return labels;
}

function reachOf(
  cells: SheetCells,
  range: CellRange,
  row: number,
  column: number,
  rowsBelow: readonly number[],
): number {
  const merge = cells.sheet.merges.find(
    ({ top, bottom, left, right }) => top <= row && row <= bottom && left === column && right > column,
  );
  if (merge) return Math.min(merge.right, range.right);
  const isHeaded = (at: number) => rowsBelow.some((below) => !cells.isBlank(below, at));
  // Without a merged cell, only a label with headings of its own below it can cover its neighbours too.
  if (!isHeaded(column)) return column;
  let end = column;
  while (end < range.right && cells.isBlank(row, end + 1) && isHeaded(end + 1)) end++;
  return end;
}

/** The header rows above the first row that is neither header nor group: those name the columns. */
export function namingRows(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  groupRows: readonly number[],
): number[] {
  const others = new Set([...headerRows, ...groupRows]);
  let firstBody = range.top;
  while (firstBody <= range.bottom && (others.has(firstBody) || isBlankRow(cells, range, firstBody)))
    firstBody++;
  return headerRows.filter((row) => row < firstBody);
}

const isBlankRow = (cells: SheetCells, range: CellRange, row: number) =>
  cells.filledInRow(row, range).length === 0;
