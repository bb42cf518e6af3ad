import { Kind } from '../../cell-grid.js';
import { withoutYearMarks } from '../../headers/header-years.js';
import { readsAsDate, readsAsPeriod } from '../../lines/line-vocabulary.js';
import { isMissingMark } from '../../values/read-number.js';
import { isCodeLike } from './code-form.js';
import type { TableTop } from './table-top.js';

/** Fewer rows below the first do not show what a record is like. */
const minRecords = 3;
/** Fewer numbers are in order by chance. */
const minNumbers = 3;
/** How far a value of a record may be from those of the others, as a share of them. */
const nearShare = 0.1;

/** Whether the first row leaves most columns without a name and has a value among its texts, as a line of a calculation. */
export function isScattered(table: TableTop): boolean {
  const { grid, rows } = table;
  const [first = 0] = rows;
  const filled = table.filled(first);
  const isValue = (column: number) =>
    grid.kind(first, column) === Kind.number && !readsAsPeriod(grid.text(first, column));
  return 2 * filled.length < table.columnsFrom(0).length && filled.some(isValue);
}

/** Whether the first row of a table of words has a code like those below it, as a record has: `Sat 1` over `Fri 14`. */
export function isRecordOfWords(table: TableTop, numeric: readonly number[]): boolean {
  const { grid, rows } = table;
  const [first = 0, ...below] = rows;
  return (
    numeric.length === 0 &&
    below.length >= minRecords &&
    !(table.isSetOff(first) && !table.isSetOff(below[0] ?? first)) &&
    !grid.style(first, table.range.left).bold &&
    table.filled(first).some((column) =>
      isCodeLike(
        grid.text(first, column),
        below.map((row) => grid.text(row, column)),
      ),
    )
  );
}

/** Whether the first row says the same in each column, as the rows below it do: one column is computed from the other. */
export function repeatsAcross(table: TableTop): boolean {
  const isRepeated = (row: number) => {
    const texts = table.filled(row).map((column) => table.grid.text(row, column));
    return texts.length > 1 && new Set(texts).size === 1;
  };
  const [first = 0, ...below] = table.rows;
  return (
    below.length >= minRecords && isRepeated(first) && 2 * below.filter(isRepeated).length > below.length
  );
}

/** Whether the first row is a record like those below it, and its numbers do not number the columns. */
export function hasNoHeader(table: TableTop, numeric: readonly number[]): boolean {
  const [first, ...below] = table.rows;
  if (first === undefined || below[0] === undefined) return false;
  if (table.isSetOff(first) && !table.isSetOff(below[0])) return false;
  const numbers = numbersIn(table, first, numeric);
  if (areMeasured(numbers) && areAmongValues(table, first, numeric)) return true;
  if (!isRecord(table, first, numeric) || wordsIn(table, first, numeric).length > 0) return false;
  // Fractions name columns only where they are a scale.
  if (!isScale(numbers) && !numbers.every(Number.isInteger)) return true;
  if (below.length < minRecords) return false;
  if (numbers.length < minNumbers) return true;
  const isOnlyRun = isRun(numbers) && !isRun(numbersIn(table, below[0], numeric));
  return !isOnlyRun && !(isScale(numbers) && !areAmongValues(table, first, numeric));
}

/** Whether several numbers have so many decimals that they name nothing, whatever words are beside them. */
const areMeasured = (numbers: readonly number[]) =>
  numbers.filter((number) => /\.\d{3}/.test(String(number))).length > 1;

/** Whether the numbers of a row are all among those below them, as the values of a record are. */
function areAmongValues({ grid, rows }: TableTop, row: number, numeric: readonly number[]): boolean {
  const below = rows.filter((one) => one > row);
  return numeric.every((column) => {
    const number = grid.number(row, column);
    const values = below.map((one) => grid.number(one, column)).filter((value) => !Number.isNaN(value));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = nearShare * Math.max(Math.abs(least), Math.abs(most));
    return Number.isNaN(number) || (number >= least - margin && number <= most + margin);
  });
}

/** Such as 5, 10, 15. */
const isScale = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));

/** Each number from 1 on once, in any order: sorted as texts they are 1, 10, 2, 3. */
const isRun = (numbers: readonly number[]) =>
  new Set(numbers).size === numbers.length &&
  numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= numbers.length);

/** Numbers, or marks for none, where the table has numbers, and not years or the numbers of columns. */
export function isRecord(table: TableTop, row: number, numeric: readonly number[]): boolean {
  const marks = numeric.filter((column) => isMissingMark(table.grid.text(row, column))).length;
  if (marks > 1 && 2 * marks >= numeric.length) return true;
  const numbers = numbersIn(table, row, numeric);
  if (isLoneNumber(table, row) || table.hasOnlyZeros(row)) return true;
  return (
    numbers.length > 0 &&
    2 * numbers.length >= numeric.length &&
    wordsIn(table, row, numeric).length < 2 &&
    !withoutYearMarks(numbers.map(String)).every((text) => isYearOrDay(Number(text))) &&
    !areMovedYears(numbers) &&
    !table.isNumberingRow(row) &&
    !table.isUnitRow(row)
  );
}

/** A number alone in its row names nothing, unless it is a year or spans several columns. */
function isLoneNumber(table: TableTop, row: number): boolean {
  const [label, other] = table.labels(row, []);
  if (!label || other || label.end > label.column || label.goesDown) return false;
  return (
    table.grid.kind(row, label.column) === Kind.number && !isYearOrDay(table.grid.number(row, label.column))
  );
}

export function wordsIn(table: TableTop, row: number, columns: readonly number[]): string[] {
  return columns
    .filter((column) => table.grid.kind(row, column) === Kind.text)
    .map((column) => table.grid.text(row, column))
    .filter((text) => !isMissingMark(text) && !readsAsDate(text));
}

export function numbersIn(table: TableTop, row: number, columns: readonly number[]): number[] {
  return columns
    .filter((column) => table.grid.kind(row, column) === Kind.number)
    .map((column) => table.grid.number(row, column));
}

/** A year, or a day as workbooks store it, which shows as a plain number where its format got lost. */
export const isYearOrDay = (number: number) =>
  Number.isInteger(number) && ((number >= 1850 && number <= 2150) || (number >= 30_000 && number <= 50_000));

/** `2001.1 | 2002.1 | 2003.1`, the years of a chart whose points are moved. */
const areMovedYears = (numbers: readonly number[]) =>
  numbers.length >= minNumbers &&
  numbers.every((number, at) =>
    at === 0 ? isYearOrDay(Math.round(number)) : Math.abs(number - (numbers[at - 1] as number) - 1) < 1e-6,
  );
