import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { readsAsDate } from '../lines/line-vocabulary.js';
import { isMissingMark } from '../values/read-number.js';

const earliestYear = 1900;
const latestYear = 2100;
/** Fewer may be any numbers. */
const minYears = 3;
/** Header rows of one table, and blank rows below them, between its names and its first record. */
const farthestRecord = 6;

/** Columns of a row that are not empty. */
export function filledCells(
  grid: CellGrid,
  row: number,
  { left, right }: Pick<CellRange, 'left' | 'right'> = { left: 0, right: grid.columnCount - 1 },
): number[] {
  const columns: number[] = [];
  for (let column = left; column <= right; column++) if (!grid.isEmpty(row, column)) columns.push(column);
  return columns;
}

/** The text of a row that contains nothing else, once or copied into the cells of a merge. */
export function loneText(grid: CellGrid, row: number): string | undefined {
  let found: string | undefined;
  for (let column = 0; column < grid.columnCount; column++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.empty) continue;
    if (kind !== Kind.text) return undefined;
    const text = grid.text(row, column);
    if (found !== undefined && text !== found) return undefined;
    found = text;
  }
  return found;
}

/** Whether a row may name columns: it has several texts or periods, few of them alike, and no other value. */
export function namesColumns(grid: CellGrid, row: number): boolean {
  const filled = filledCells(grid, row);
  // `x` is a mark for none among values, but a name over the labels of rows.
  const isCorner = (at: number) =>
    at === 0 && filled.length > 2 && grid.kind(row, filled[0] ?? 0) === Kind.text;
  if (filled.length < 2 || !filled.every((column, at) => isCorner(at) || mayName(grid, row, column)))
    return false;
  const counts = new Map<string, number>();
  for (const text of filled.map((column) => grid.text(row, column)))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return Math.max(...counts.values()) * 2 <= filled.length && filled.some((at) => isName(grid, row, at));
}

function mayName(grid: CellGrid, row: number, column: number): boolean {
  if (isName(grid, row, column) || isDate(grid, row, column)) return true;
  return isYear(grid.number(row, column));
}

const isYear = (number: number) => Number.isInteger(number) && number >= earliestYear && number <= latestYear;

function isName(grid: CellGrid, row: number, column: number): boolean {
  if (grid.kind(row, column) !== Kind.text || isDate(grid, row, column)) return false;
  return !isMissingMark(grid.text(row, column));
}

const timeOfDay = /^\s*\d{1,2}:\d\d(?::\d\d)?\s*$/;

/** A date or a time, also as a text file has it. */
function isDate(grid: CellGrid, row: number, column: number): boolean {
  const kind = grid.kind(row, column);
  if (kind !== Kind.text) return kind === Kind.date;
  const text = grid.text(row, column);
  return readsAsDate(text) || timeOfDay.test(text);
}

/** A value that is not a text, or a text that stands for one. */
export function isMeasure(grid: CellGrid, row: number, column: number): boolean {
  return grid.kind(row, column) === Kind.number || isDate(grid, row, column);
}

/**
 * The first row below that is neither blank nor a label alone nor names. Names and dates alone may be names too;
 * without other records, dates below names are values.
 */
export function recordBelow(grid: CellGrid, row: number): number | undefined {
  const last = Math.min(row + farthestRecord, grid.rowCount - 1);
  let dated: number | undefined;
  for (let below = row + 1; below <= last; below++) {
    if (loneText(grid, below) !== undefined || filledCells(grid, below).length < 2) continue;
    if (!namesColumns(grid, below)) return below;
    if (countContrasts(grid, row, below) > 0) dated ??= below;
  }
  return dated;
}

/** How many cells of a row are texts where another row has a number or a date; some columns may not count. */
export function countContrasts(
  grid: CellGrid,
  row: number,
  other: number | undefined,
  except: ReadonlySet<number> = new Set(),
): number {
  if (other === undefined) return 0;
  return filledCells(grid, row).filter(
    (column) => isName(grid, row, column) && isMeasure(grid, other, column) && !except.has(column),
  ).length;
}

/** Whether a row has another look than the record below: bold or filled cells. */
export function standsOut(grid: CellGrid, row: number, below: number): boolean {
  const filled = filledCells(grid, row);
  const set = filled.filter((column) => {
    const [own, other] = [grid.style(row, column), grid.style(below, column)];
    return (own.bold && !other.bold) || (own.fill !== null && own.fill !== other.fill);
  });
  return set.length > 0 && set.length * 2 > filled.length;
}

/** Share of the filled cells of a row that have the same text in another row. */
export function sharedCells(grid: CellGrid, row: number, other: number): number {
  const filled = filledCells(grid, row);
  const same = filled.filter((column) => grid.text(row, column) === grid.text(other, column));
  return same.length / filled.length;
}

/** Share of the filled cells of a row that are the same names in another row: values that recur are none. */
export function sharedNames(grid: CellGrid, row: number, other: number): number {
  const filled = filledCells(grid, row);
  if (areMovedYears(grid, filled, row, other)) return 1;
  const isNumbering = (column: number) =>
    Number.isInteger(grid.number(row, column)) && grid.number(row, column) >= 0;
  const same = filled.filter(
    (column) =>
      grid.text(row, column) === grid.text(other, column) &&
      (mayName(grid, row, column) || isNumbering(column)),
  );
  return same.length / filled.length;
}

/** `2001.1 | 2002.1 | 2003.1` below or above `2001 | 2002 | 2003`: the same years, moved so that points of a chart do not meet. */
function areMovedYears(grid: CellGrid, columns: readonly number[], row: number, other: number): boolean {
  const years = columns.filter((column) => isYear(Math.round(grid.number(other, column))));
  const moves = years.map((column) => grid.number(row, column) - grid.number(other, column));
  const [move = 0] = moves;
  const isSame = (one: number) => Math.abs(one - move) < 1e-6;
  return years.length >= minYears && move !== 0 && Math.abs(move) < 1 && moves.every(isSame);
}
