import { Kind } from '../../cell-grid.js';
import { opensWithTotal } from '../../lines/line-vocabulary.js';
import { isShortDay, isWeekday } from '../../periods/header-days.js';
import type { TableTop } from './table-top.js';

/** Fewer days may be anything. */
const minWeekdays = 3;
const longestName = 40;

/** Whether the row below what was taken for the header, though it names few columns or looks like a record, is more of it. */
export function goesOnBelow(table: TableTop, end: number, numeric: readonly number[]): boolean {
  return namesKeys(table, end, numeric) || namesWeekdays(table, end);
}

/**
 * Whether a row below the header fills the columns before the numbers and nothing else, the first of which has no name yet. A label
 * alone may head the rows instead, unless it is the only one.
 */
function namesKeys(table: TableTop, end: number, numeric: readonly number[]): boolean {
  const { grid, range } = table;
  const row = table.rows[end];
  const [first] = numeric;
  if (
    row === undefined ||
    first === undefined ||
    table.namedColumns(table.rows.slice(0, end)).has(range.left)
  )
    return false;
  const isLikeIt = (other: number) => String(table.filled(other)) === String(table.filled(row));
  const keys = table.columnsFrom(end + 1).filter((column) => column < first);
  const below = table.rowsBelow(row);
  return (
    String(table.filled(row)) === String(keys) &&
    keys.every((column) => grid.kind(row, column) === Kind.text) &&
    !below.some(isLikeIt) &&
    (keys.length > 1 || !mayHeadRows(table, end, below))
  );
}

/** Whether a label alone has a colon, is added up below, or names a column as the other labels of a matrix do. */
function mayHeadRows(table: TableTop, place: number, below: readonly number[]): boolean {
  const { grid, rows, range } = table;
  const textOf = (row: number, column = range.left) => grid.text(row, column).trim();
  const label = textOf(rows[place] ?? 0);
  const names = rows.slice(0, place).flatMap((row) => table.filled(row).map((column) => textOf(row, column)));
  return (
    label.length > longestName ||
    /[:：]$/.test(label) ||
    names.includes(label) ||
    below.some((row) => opensWithTotal(textOf(row)))
  );
}

/** `日 | 月 | 火` below `6/1 | 6/2 | 6/3`, with nothing where the rows have their labels. */
function namesWeekdays(table: TableTop, end: number): boolean {
  const { grid, range } = table;
  const [days = 0, row = 0] = table.rows.slice(end - 1);
  const columns = table.filled(row);
  const isDay = (column: number) =>
    grid.kind(days, column) === Kind.date || isShortDay(grid.text(days, column));
  return (
    columns.length >= minWeekdays &&
    grid.isEmpty(row, range.left) &&
    columns.every((column) => isWeekday(grid.text(row, column)) && isDay(column))
  );
}
