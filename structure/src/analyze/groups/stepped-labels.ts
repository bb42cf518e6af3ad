import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../../sheet-cells.js';
import type { RegionLines } from '../region-lines.js';

/** With labels of one column alone in their rows, these are groups. */
const minSteps = 2;
/** Labels of each column in rows of their own: one may be anything. */
const minLabels = 2;
/** Of the records, those that leave the columns of the labels blank; the others state them all. */
const minBlank = 0.9;

/**
 * Takes the labels of the first columns for groups where they stand in rows of their own, in steps: `2024-05-01` under `Date`, then
 * `Assignment` under `Type`, then the records, which leave both columns blank.
 */
export function takeSteppedLabels(cells: SheetCells, range: CellRange, lines: RegionLines): RegionLines {
  const rows = [...lines.bodyRows, ...lines.groupRows].sort((a, b) => a - b);
  const steppedColumns = countSteps(cells, range, lines.topHeaderRows.at(-1), rows);
  if (steppedColumns < minSteps) return lines;
  const isLabel = (row: number) => depthOf(cells, range, row) < steppedColumns;
  const isRecord = (row: number) => !isLabel(row);
  return {
    ...lines,
    groupRows: rows.filter(isLabel),
    bodyRows: rows.filter(isRecord),
    recordRows: rows.filter(isRecord),
    derivedRows: lines.derivedRows.filter(isRecord),
    steppedColumns,
  };
}

/** The place of a label that is alone in its row among the columns of the table. */
function depthOf(cells: SheetCells, range: CellRange, row: number): number {
  const [first = Infinity, second] = cells.filledInRow(row, range);
  return second === undefined ? first - range.left : Number.POSITIVE_INFINITY;
}

/** How many of the first columns have their labels in rows of their own; 0 where it is not so. */
function countSteps(
  cells: SheetCells,
  range: CellRange,
  header: number | undefined,
  rows: readonly number[],
): number {
  if (header === undefined || depthOf(cells, range, rows[0] ?? -1) !== 0) return 0;
  const depths = rows.map((row) => depthOf(cells, range, row));
  let steps = 0;
  while (depths.filter((depth) => depth === steps).length >= minLabels) steps++;
  const columns = Array.from({ length: steps }, (_, at) => range.left + at);
  if (steps < minSteps || cells.isBlank(header, range.left + steps)) return 0;
  if (columns.some((column) => cells.isBlank(header, column))) return 0;
  const stated = rows
    .filter((_, at) => (depths[at] as number) >= steps)
    .map((row) => columns.filter((column) => !cells.isBlank(row, column)).length);
  const areRecords = stated.every((count) => count === 0 || count === steps);
  const blank = stated.filter((count) => count === 0).length;
  // Each label has the next one below it, and the last one a record.
  const areInSteps = depths.every(
    (depth, at) => depth >= steps || Math.min(depths[at + 1] ?? -1, steps) === depth + 1,
  );
  return areRecords && areInSteps && blank > 0 && blank >= minBlank * stated.length ? steps : 0;
}
