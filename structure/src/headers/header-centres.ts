import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import { withoutMarks } from '../values/period-marks.js';
import { readPeriod } from '../values/periods.js';
import type { ColumnRun } from './header-cycles.js';

/** Fewer labels over the middle of their columns may be there by chance. */
const minCentred = 2;

/**
 * The runs of columns that labels stand in the middle of, without being merged with them: `Men` over the second of
 * three columns, `Women` over the fifth, or one year over the middle of all. None unless every column with values is in such a
 * run, which hardly happens by chance.
 */
export function centredRuns(
  cells: SheetCells,
  range: CellRange,
  row: number,
  rowsBelow: readonly number[],
  isValue: (column: number) => boolean,
): ColumnRun[] {
  const named: number[] = [];
  for (let column = range.left + 1; column <= range.right; column++)
    if (rowsBelow.some((below) => !cells.isBlank(below, column)) && isValue(column)) named.push(column);
  const labels = cells.filledInRow(row, range).filter((column) => column >= (named[0] ?? Infinity));
  const areMerged = cells.sheet.merges.some(
    ({ top, bottom, left, right }) =>
      top <= row && bottom >= row && right > left && right >= range.left && left <= range.right,
  );
  const [only] = labels;
  if (!areMerged && only !== undefined && labels.length === 1 && isPeriod(cells.text(row, only)))
    return runOfAll(
      only,
      named.filter((column) => !cells.isBlank(rowsBelow.at(-1) ?? row, column)),
    );
  if (areMerged || labels.length < minCentred || labels.some((column) => !named.includes(column))) return [];
  const nameOf = (column: number) => rowsBelow.map((below) => cells.text(below, column).trim()).join(' ');
  const runs = runsAround(labels, named, 0) ?? runsAround(labels, named, 1) ?? [];
  return runs.every((run) => areDistinct(run, nameOf)) ? runs : [];
}

const isPeriod = (text: string) => readPeriod(withoutMarks(text)) !== null;

/** All columns as one run, if a label stands over their middle. */
function runOfAll(label: number, columns: readonly number[]): ColumnRun[] {
  const [left = label, right = label] = [columns[0], columns.at(-1)];
  const areTogether = columns.length > 1 && columns.length === right - left + 1;
  return areTogether && 2 * label === left + right ? [{ left, right }] : [];
}

/** What a label is over has different names. */
function areDistinct({ left, right }: ColumnRun, nameOf: (column: number) => string): boolean {
  const names = Array.from({ length: right - left + 1 }, (_, at) => nameOf(left + at));
  return new Set(names).size === names.length;
}

/** `beyond` is 1 where the labels stand over the first of two middle columns. */
function runsAround(
  labels: readonly number[],
  named: readonly number[],
  beyond: number,
): ColumnRun[] | undefined {
  const runs: ColumnRun[] = [];
  let left: number | undefined = named[0];
  for (const label of labels) {
    if (left === undefined || left > label) return undefined;
    const right = 2 * label - left + beyond;
    if (beyond > 0 && left === label) return undefined;
    if (!named.includes(right)) return undefined;
    runs.push({ left, right });
    left = named.find((column) => column > right);
  }
  return left === undefined && areGroups(runs) ? runs : undefined;
}

/** Whether several runs beside each other have the same number of columns; labels of single columns may be around them. */
function areGroups(runs: readonly ColumnRun[]): boolean {
  const widths = runs.map(({ left, right }) => right - left + 1);
  const isGroup = (width: number) => width > 1;
  const groups = widths.slice(widths.findIndex(isGroup), widths.findLastIndex(isGroup) + 1);
  return groups.length >= minCentred && groups.every((width) => isGroup(width) && width === groups[0]);
}
