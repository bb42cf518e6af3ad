import { Kind } from '../../cell-grid.js';
import { relativeFormula } from '../../relative-formula.js';
import { goesOnBelow } from './names-below.js';
import {
  hasNoHeader,
  isRecord,
  isRecordOfWords,
  isScattered,
  isYearOrDay,
  numbersIn,
  repeatsAcross,
  wordsIn,
} from './record-or-names.js';
import type { TableTop } from './table-top.js';

/** Headers with the lines over them are not higher than this. */
export const maxRows = 16;

/** How many rows come before the first record or group. */
export function endOfHeader(table: TableTop, guessed: number): number {
  const { rows } = table;
  let end = guessed;
  const numeric = table.numericColumns(Math.max(1, end));
  while (end > 1 && isRecord(table, rows[end - 1] as number, numeric)) end--;
  while (end < Math.min(rows.length - 1, maxRows) && isHeaderLine(table, rows[end] as number, end, numeric))
    end++;
  while (end > 1 && isGroupLine(table, end - 1)) end--;
  while (end > 0 && (isComputedAlike(table, end - 1) || hasTimesLikeNext(table, end - 1))) end--;
  if (end > 0 && goesOnBelow(table, end, numeric)) end++;
  const isNone =
    hasNoHeader(table, numeric) ||
    isRecordOfWords(table, numeric) ||
    repeatsAcross(table) ||
    isScattered(table);
  return end === 1 && isNone ? 0 : end;
}

const timeOfDay = /^\d{1,2}:\d\d(?::\d\d)?$/;

/** `Park | 06:40 | 07:10` above `School | 06:42 | 07:12`: times of day are values where the next row has times too. */
function hasTimesLikeNext(table: TableTop, place: number): boolean {
  const [row = 0, next] = table.rows.slice(place, place + 2);
  const isTime = (at: number, column: number) => timeOfDay.test(table.grid.text(at, column).trim());
  const [, ...values] = table.filled(row);
  return (
    next !== undefined &&
    values.length > 1 &&
    values.every((column) => isTime(row, column) && isTime(next, column))
  );
}

/** Whether a row has a formula that the next one has a copy of: what is looked up in a record looks like a name. */
function isComputedAlike({ grid, rows, range }: TableTop, place: number): boolean {
  const [row = 0, next] = rows.slice(place, place + 2);
  if (next === undefined) return false;
  for (let column = range.left; column <= range.right; column++) {
    const [formula, below] = [grid.formula(row, column), grid.formula(next, column)];
    if (formula && below && relativeFormula(formula, row, column) === relativeFormula(below, next, column))
      return true;
  }
  return false;
}

/** Words where the table has numbers, units, or numbers of columns. */
function isHeaderLine(table: TableTop, row: number, before: number, numeric: readonly number[]): boolean {
  if (before > 0 && (table.isUnitRow(row) || table.isNumberingRow(row))) return true;
  const words = wordsIn(table, row, numeric);
  const needed = before > 0 ? Math.max(2, numeric.length / 2) : Math.max(1, numeric.length / 2);
  const isName = (column: number) => table.isNumberAsName(row, column);
  const digits = words.length > 0 ? numeric.filter(isName) : [];
  if (words.length + digits.length < needed) return false;
  if (numbersIn(table, row, numeric).length > digits.length) return false;
  if (digits.length > 0) return true;
  return (
    isMostlyDistinct(words) ||
    !isMostlyDistinct(namesSoFar(table, before, numeric)) ||
    (words.length === numeric.length && isOnlyUnlabelled(table, before))
  );
}

/** Whether a row has nothing in the first column, which has something in all rows below it. */
function isOnlyUnlabelled({ grid, rows, range }: TableTop, place: number): boolean {
  const [row = 0, ...below] = rows.slice(place);
  const isLabelled = (one: number) => !grid.isEmpty(one, range.left);
  return !isLabelled(row) && below.every(isLabelled);
}

const isMostlyDistinct = (texts: readonly string[]) => new Set(texts).size >= 0.7 * texts.length;

/** The names that the rows before a place give to some columns. */
function namesSoFar(table: TableTop, before: number, columns: readonly number[]): string[] {
  const names = new Map(columns.map((column) => [column, '']));
  const rows = table.rows.slice(0, before);
  for (const [at, row] of rows.entries()) {
    for (const { text, column, end } of table.labels(row, rows.slice(at + 1)))
      for (let over = column; over <= end; over++)
        if (names.has(over)) names.set(over, `${names.get(over)} ${text}`);
  }
  return [...names.values()];
}

/**
 * A lone label heads the rows that follow if it is at the left, below a row that names the columns, or between blank rows
 * below its name, or if others stand alone in the same place further below.
 */
function isGroupLine(table: TableTop, place: number): boolean {
  const row = table.rows[place] as number;
  const [first, second] = table.filled(row);
  if (first === undefined || second !== undefined) return false;
  if (table.rows.slice(place + 1).some((below) => isLoneAt(table, below, first))) return true;
  const columns = table.columnsFrom(place + 1);
  const last = table.rows[place - 1] as number;
  const above = table.namedColumns([last]);
  // A name is not broken by a blank row; over numbers it is rather their unit.
  const isApart =
    last < row - 1 &&
    row + 1 < (table.rows[place + 1] ?? row) &&
    !table.numericColumns(place + 1).includes(first);
  if (isApart && above.has(first) && 2 * above.size > columns.length) return true;
  if (first !== table.range.left) return false;
  // What is merged over all columns, that of the labels too, names none of them.
  const isOverAll = table.labels(row, [])[0]?.end === table.range.right;
  return columns.length > 1 && (isOverAll || columns.every((column) => above.has(column)));
}

function isLoneAt(table: TableTop, row: number, column: number): boolean {
  const [first, second] = table.filled(row);
  if (first !== column || second !== undefined) return false;
  return table.grid.kind(row, column) === Kind.text || isYearOrDay(table.grid.number(row, column));
}
