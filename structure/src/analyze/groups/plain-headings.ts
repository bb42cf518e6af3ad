import type { CellRange } from '@workbook-data-service/sheets/grid';
import { labelLook } from '../../cell-look.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { RegionLines } from '../region-lines.js';

/**
 * A heading right between records of words whose labels look the same heads nothing, where it is the only one or the first one
 * is set off: it is a record without values, or more of the label above it. So is the only one if it has values itself.
 */
export function withoutPlainHeadings(cells: SheetCells, range: CellRange, lines: RegionLines): RegionLines {
  const [first, ...others] = lines.groupRows;
  if (first === undefined) return lines;
  const look = labelLook(cells, first, range.left);
  const body = new Set(lines.bodyRows);
  const isRecord = (row: number) =>
    (others.length === 0 || labelLook(cells, row, range.left) !== look) &&
    isLikeRecords(cells, range, body, row);
  const records = new Set(lines.groupRows.filter(isRecord));
  if (records.size === 0) return lines;
  const inOrder = (rows: readonly number[]) => [...new Set([...rows, ...records])].sort((a, b) => a - b);
  return {
    ...lines,
    groupRows: lines.groupRows.filter((row) => !records.has(row)),
    bodyRows: inOrder(lines.bodyRows),
    recordRows: inOrder(lines.recordRows),
  };
}

function isLikeRecords(cells: SheetCells, range: CellRange, body: ReadonlySet<number>, row: number): boolean {
  const { left } = range;
  const label = cells.text(row, left).trim();
  if (label === '' || /[:：]$/.test(label)) return false;
  const isInCapitals = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();
  const isLike = (other: number) =>
    body.has(other) &&
    !cells.isBlank(other, left) &&
    labelLook(cells, other, left) === labelLook(cells, row, left) &&
    isInCapitals(cells.text(other, left)) === isInCapitals(label);
  const hasWords = (other: number) =>
    cells.filledInRow(other, range).some((column) => column > left && !cells.isNumber(other, column));
  return [row - 1, row + 1].every((other) => isLike(other) && hasWords(other));
}
