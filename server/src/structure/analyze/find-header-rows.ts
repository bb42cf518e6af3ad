import { type CellGrid, Kind } from '../cell-grid.js';
import { isFrameText } from '../frame-text.js';
import type { LineRole } from '../lines/line-role.js';
import { readsAsDate, readsAsPeriod } from '../lines/line-words.js';
import { isMissingMark } from '../read-number.js';
import type { SheetRegion } from '../regions/region.js';
import { relativeFormula } from '../relative-formula.js';
import { TableTop, type TopLabel } from './table-top.js';

/** The first rows of a table, by what they are. */
export interface HeaderRows {
  /** Lines that stand over the header and are no part of it. */
  above: number[];
  header: number[];
  /** The first rows below it that lines alone would take for more of it. */
  body: number[];
}

/** Headers with the lines over them are not higher than this. */
const mostRows = 16;
/** Rows that name this share of a table's columns are its header without any others. */
const mostColumns = 0.6;
/** Fewer rows do not show which values recur. */
const leastTexts = 4;
const longestHeading = 40;
/** Fewer rows below the first do not show what a record is like. */
const leastRecords = 3;
/** Fewer numbers are in order by chance. */
const leastNumbers = 3;
/** How far a value of a record may be from those of the others, as a share of them. */
const nearShare = 0.1;
/** A line over a table has no more cells than this. */
const mostInFrame = 4;

/**
 * Decides which of a table's first rows name its columns. The roles of lines are only a first guess: they
 * were found without knowing which columns belong to the table.
 */
export function findHeaderRows(grid: CellGrid, { range, roles }: SheetRegion): HeaderRows {
  const table = new TableTop(grid, range, mostRows);
  const guessed = guessedEnd(table, roles);
  const end = endOfHeader(table, guessed);
  const begin = beginOfHeader(table, end);
  return {
    above: table.rows.slice(0, begin),
    header: table.rows
      .slice(begin, end)
      .filter((row) => roles[row] !== 'group' || table.filled(row).length > 1),
    body: table.rows.slice(end, guessed),
  };
}

/** How many rows come before the first record, by the roles of lines. */
function guessedEnd({ rows }: TableTop, roles: readonly LineRole[]): number {
  const firstBody = rows.findIndex((row) => roles[row] === 'data' || roles[row] === 'derived');
  const before = firstBody < 0 ? rows : rows.slice(0, firstBody);
  return before.findLastIndex((row) => roles[row] === 'header') + 1;
}

/** How many rows come before the first record or group. */
function endOfHeader(table: TableTop, guessed: number): number {
  const { rows } = table;
  let end = guessed;
  const numeric = table.numericColumns(Math.max(1, end));
  while (end > 1 && isRecord(table, rows[end - 1] as number, numeric)) end--;
  while (end < Math.min(rows.length - 1, mostRows) && isHeaderLine(table, rows[end] as number, end, numeric))
    end++;
  if (end === 0 && numeric.length === 0 && standsOut(table)) end = 1;
  while (end > 1 && isGroupLine(table, end - 1)) end--;
  while (end > 0 && isComputedAlike(table, end - 1)) end--;
  const isNone = hasNoHeader(table, numeric) || repeatsAcross(table) || isScattered(table);
  return end === 1 && isNone ? 0 : end;
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

/** Whether the first row leaves most columns without a name and has a value among its texts, as a line of a calculation. */
function isScattered(table: TableTop): boolean {
  const { grid, rows } = table;
  const [first = 0] = rows;
  const filled = table.filled(first);
  const isValue = (column: number) =>
    grid.kind(first, column) === Kind.number && !readsAsPeriod(grid.text(first, column));
  return 2 * filled.length < table.columnsFrom(0).length && filled.some(isValue);
}

/** Whether the first row says the same in each column, as the rows below it do: one column is computed from the other. */
function repeatsAcross(table: TableTop): boolean {
  const isRepeated = (row: number) => {
    const texts = table.filled(row).map((column) => table.grid.text(row, column));
    return texts.length > 1 && new Set(texts).size === 1;
  };
  const [first = 0, ...below] = table.rows;
  return (
    below.length >= leastRecords && isRepeated(first) && 2 * below.filter(isRepeated).length > below.length
  );
}

/** Whether the first row is a record like those below it, and its numbers do not number the columns. */
function hasNoHeader(table: TableTop, numeric: readonly number[]): boolean {
  const [first, ...below] = table.rows;
  if (first === undefined || below[0] === undefined) return false;
  if (table.isSetOff(first) && !table.isSetOff(below[0])) return false;
  if (!isRecord(table, first, numeric) || wordsIn(table, first, numeric).length > 0) return false;
  const numbers = numbersIn(table, first, numeric);
  // Fractions name columns only where they are a scale.
  if (!isScale(numbers) && !numbers.every(Number.isInteger)) return true;
  if (below.length < leastRecords) return false;
  if (numbers.length < leastNumbers) return true;
  const isOnlyRun = isRun(numbers) && !isRun(numbersIn(table, below[0], numeric));
  return !isOnlyRun && !(isScale(numbers) && !areAmongValues(table, first, numeric));
}

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
function isRecord(table: TableTop, row: number, numeric: readonly number[]): boolean {
  const marks = numeric.filter((column) => isMissingMark(table.grid.text(row, column))).length;
  if (marks > 1 && 2 * marks >= numeric.length) return true;
  const numbers = numbersIn(table, row, numeric);
  if (isLoneNumber(table, row) || table.hasOnlyZeros(row)) return true;
  return (
    numbers.length > 0 &&
    2 * numbers.length >= numeric.length &&
    wordsIn(table, row, numeric).length < 2 &&
    !numbers.every(isYearOrDay) &&
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
  return isMostlyDistinct(words) || !isMostlyDistinct(namesSoFar(table, before, numeric));
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

function wordsIn(table: TableTop, row: number, columns: readonly number[]): string[] {
  return columns
    .filter((column) => table.grid.kind(row, column) === Kind.text)
    .map((column) => table.grid.text(row, column))
    .filter((text) => !isMissingMark(text) && !readsAsDate(text));
}

function numbersIn(table: TableTop, row: number, columns: readonly number[]): number[] {
  return columns
    .filter((column) => table.grid.kind(row, column) === Kind.number)
    .map((column) => table.grid.number(row, column));
}

/** A year, or a day as workbooks store it, which shows as a plain number where its format got lost. */
const isYearOrDay = (number: number) =>
  Number.isInteger(number) && ((number >= 1850 && number <= 2150) || (number >= 30_000 && number <= 50_000));

/** `2001.1 | 2002.1 | 2003.1`, the years of a chart whose points are moved. */
const areMovedYears = (numbers: readonly number[]) =>
  numbers.length >= leastNumbers &&
  numbers.every((number, at) =>
    at === 0 ? isYearOrDay(Math.round(number)) : Math.abs(number - (numbers[at - 1] as number) - 1) < 1e-6,
  );

/** Whether the first row of a table of texts has a text of its own over columns in which values recur. */
function standsOut(table: TableTop): boolean {
  const [first, ...others] = table.rows;
  if (first === undefined || others.length < leastTexts) return false;
  const columns = table.columnsFrom(1);
  const textsBelow = (column: number) =>
    others.map((row) => table.grid.text(row, column)).filter((text) => text !== '');
  const isNew = (column: number) => {
    const text = table.grid.text(first, column);
    return text !== '' && text.length <= longestHeading && !textsBelow(column).includes(text);
  };
  const recurs = (column: number) => {
    const texts = textsBelow(column);
    return new Set(texts).size <= mostColumns * texts.length;
  };
  return columns.length > 1 && columns.every(isNew) && columns.some(recurs);
}

/**
 * A lone label heads the rows that follow if it is at the left, below a row that names the columns, or if others
 * stand alone in the same place further below.
 */
function isGroupLine(table: TableTop, place: number): boolean {
  const row = table.rows[place] as number;
  const [first, second] = table.filled(row);
  if (first === undefined || second !== undefined || table.isUnitRow(row)) return false;
  if (table.rows.slice(place + 1).some((below) => isLoneAt(table, below, first))) return true;
  if (first !== table.range.left) return false;
  const columns = table.columnsFrom(place + 1);
  const above = table.namedColumns([table.rows[place - 1] as number]);
  return columns.length > 1 && columns.every((column) => above.has(column));
}

function isLoneAt(table: TableTop, row: number, column: number): boolean {
  const [first, second] = table.filled(row);
  return first === column && second === undefined && table.grid.kind(row, column) === Kind.text;
}

/** The place of the first row of the header; the rows before it are lines over the table. */
function beginOfHeader(table: TableTop, end: number): number {
  let begin = 0;
  for (let place = 0; place + 1 < end; place++) {
    if (isFrameLine(table, place, end) && !(begin < place && goesOn(table, place))) begin = place + 1;
    else if (table.filled(table.rows[place] as number).length > mostInFrame) break;
  }
  return begin;
}

/** Whether all cells of a row are right below others: `(percent)` is more of the name above it. */
function goesOn(table: TableTop, place: number): boolean {
  const [above = 0, row = 0] = table.rows.slice(place - 1, place + 1);
  return above === row - 1 && table.filled(row).every((column) => !table.grid.isEmpty(above, column));
}

const isNumberOrUnit = (table: TableTop, row: number) => table.isNumberingRow(row) || table.isUnitRow(row);

/** Whether a row speaks about the table below it and names none of its columns. */
function isFrameLine(table: TableTop, place: number, end: number): boolean {
  const row = table.rows[place] as number;
  const below = table.rows.slice(place + 1, end).filter((one) => !isNumberOrUnit(table, one));
  const columns = table.columnsFrom(end);
  const named = table.namedColumns(below);
  const labels = table.labels(row, below);
  const [first, second] = labels;
  if (!first || labels.length > mostInFrame || labels.some(({ goesDown }) => goesDown)) return false;
  if (columns.filter((column) => named.has(column)).length < mostColumns * columns.length) return false;
  if (labels.length < mostInFrame && labels.some(({ text }) => isFrameText(text))) return true;
  if (!second && table.cutsThrough(first, below[0])) return true;
  const isOverNothing = columns.every((column) => column < first.column || column > first.end);
  if (!second && isOverNothing && (below[0] ?? 0) > row + 1) return true;
  if (below.every((one) => table.isSetOff(one)) && table.isBare(row)) return true;
  const [left, right] = [columns[0] ?? 0, columns.at(-1) ?? 0];
  if (!second) {
    const isOverAll = first.column <= left && first.end >= right;
    const isAtEdge = first.column <= left || (first.column >= right && below.length === 1);
    return isOverAll || (isAtEdge && named.has(first.column) && !readsAsPeriod(first.text));
  }
  return (
    areFields(labels, left) && columns.length > labels.length && columns.every((column) => named.has(column))
  );
}

/** `部署 | 営業部`, once or twice from the left edge, although the columns below have names of their own. */
const areFields = (labels: readonly TopLabel[], left: number) =>
  labels[0]?.column === left &&
  labels.length % 2 === 0 &&
  labels.every(({ column }, at) => at % 2 === 0 || column === (labels[at - 1]?.column ?? 0) + 1);
