import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { belongsToTable, countFilled, gapBetween, rowsShared, wideGap, widthOf } from './columns-of-table.js';
import { cutWithoutGap, isNameIn } from './cut-without-gap.js';
import { loneText } from './header-evidence.js';
import type { LineBand } from './line-bands.js';
import { headingOf, type OwnTable, readOwnTable } from './own-table.js';

/** Across one empty column, tables that share fewer of their rows than this are two. */
const sharedRows = 0.75;
/** Labels that are the same on both sides: so many of them, and this share, are no coincidence. */
const minRepeated = 4;
const repeatedShare = 0.8;
const maxRowsCompared = 100;

/** `isDivided` says that a gap further left is between two tables. */
type AreApart = (grid: CellGrid, left: CellRange, right: CellRange, isDivided: boolean) => boolean;

/** The parts of a band of lines that are side by side, each cut to its used range. */
export function splitAtEmptyColumns(grid: CellGrid, { kind, top, bottom }: LineBand): CellRange[] {
  const rows = Array.from({ length: bottom - top + 1 }, (_, at) => top + at);
  return joinUnless(kind === 'data' ? areTablesApart : areApart, grid, filledRuns(grid, rows));
}

/**
 * The sides of a whole sheet where each is a table by itself, or several below each other; one where it is
 * not so. Texts alone in their row may be above, between and below the tables of all sides.
 */
export function splitTablesBeside(grid: CellGrid): CellRange[] {
  const rows: number[] = [];
  for (let row = 0; row < grid.rowCount; row++) if (loneText(grid, row) === undefined) rows.push(row);
  return joinUnless(areOwnTables, grid, filledRuns(grid, rows)).flatMap((side) => cutWithoutGap(grid, side));
}

function joinUnless(areApart: AreApart, grid: CellGrid, runs: readonly CellRange[]): CellRange[] {
  const parts: CellRange[] = [];
  for (const run of runs) {
    const last = parts.at(-1);
    const areBeside = (one: CellRange) =>
      gapBetween(one, run) > 0 ? areApart(grid, one, run, parts.length > 1) : repeatsLabels(grid, one, run);
    if (last && !areBeside(last)) {
      last.right = run.right;
      last.top = Math.min(last.top, run.top);
      last.bottom = Math.max(last.bottom, run.bottom);
    } else parts.push({ ...run });
  }
  return parts;
}

/** Adjacent columns that are not empty in these rows. A column with nothing but one number may be a gap that something slipped into. */
function filledRuns(grid: CellGrid, rows: readonly number[]): CellRange[] {
  const runs: CellRange[] = [];
  const isStray = (column: number) => {
    const filled = rows.filter((row) => !grid.isEmpty(row, column));
    const [only = -1] = filled;
    return filled.length === 1 && only !== rows[0] && grid.kind(only, column) === Kind.number;
  };
  for (let column = 0; column < grid.columnCount; column++) {
    const top = rows.find((row) => !grid.isEmpty(row, column));
    const bottom = rows.findLast((row) => !grid.isEmpty(row, column));
    if (top === undefined || bottom === undefined) continue;
    const last = runs.at(-1);
    if (last?.right === column - 1 && !isStray(column - 1)) {
      last.right = column;
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, bottom);
    } else runs.push({ left: column, right: column, top, bottom });
  }
  return runs;
}

const areApart: AreApart = (grid, left, right, isDivided) =>
  gapBetween(left, right) >= wideGap ||
  rowsShared(grid, left, right) < sharedRows ||
  isBoxBeside(grid, left, right) ||
  areOwnTables(grid, left, right, isDivided);

const areTablesApart: AreApart = (grid, left, right, isDivided) =>
  repeatsNamesUnderHeading(grid, left, right) ||
  (areApart(grid, left, right, isDivided) && !belongsToTable(grid, left, right));

/** A few labels with values beside a table, in columns without a name: totals or counts of its rows. */
const isBoxBeside = (grid: CellGrid, left: CellRange, right: CellRange): boolean => {
  if (widthOf(right) < 2 || right.bottom >= left.bottom) return false;
  const table = readOwnTable(grid.part(left));
  if (!table || table.names.length < widthOf(left)) return false;
  return countFilled(grid, left.top + table.header, right) < widthOf(right);
};

/**
 * Whether the right side begins with the labels of the left one again, row by row, and has values beside them. Numbers
 * are labels under a name that is repeated too.
 */
function repeatsLabels(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const { top, left: column } = right;
  const isSame = (row: number) => grid.text(row, column).trim() === grid.text(row, left.left).trim();
  const mayBeNumbers = grid.kind(top, column) === Kind.text && isSame(top);
  const labels: number[] = [];
  for (let row = top; row <= Math.min(right.bottom, top + maxRowsCompared); row++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.text || (mayBeNumbers && kind === Kind.number)) labels.push(row);
  }
  const repeated = labels.filter(isSame);
  const distinct = new Set(repeated.map((row) => grid.text(row, column)));
  const measured = labels.filter((row) => hasNumberAfter(grid, row, column, right.right));
  return (
    distinct.size >= minRepeated &&
    repeated.length >= repeatedShare * labels.length &&
    2 * measured.length > labels.length
  );
}

function hasNumberAfter(grid: CellGrid, row: number, column: number, last: number): boolean {
  for (let after = column + 1; after <= last; after++) if (grid.kind(row, after) === Kind.number) return true;
  return false;
}

/** Whether both sides have a heading each and the same names below it, the first aside: `Notes` and `Coins` over counts and amounts. */
const repeatsNamesUnderHeading = (grid: CellGrid, left: CellRange, right: CellRange): boolean =>
  left.top === right.top &&
  areHeadedApart(grid, left, right) &&
  haveSameNames(grid, left, right, right.top + 1, widthOf(right) > 2 ? 1 : 0);

function haveSameNames(grid: CellGrid, left: CellRange, right: CellRange, row: number, first = 0): boolean {
  const width = widthOf(right);
  if (width < 2 || width !== widthOf(left)) return false;
  const names = Array.from({ length: width }, (_, at) => grid.text(row, right.left + at).trim());
  const isName = (name: string, at: number) =>
    isNameIn(grid, row, right.left + at) && (at < first || name === grid.text(row, left.left + at).trim());
  return new Set(names).size === width && names.every(isName);
}

/** Whether both sides begin with a column of the same name and with numbers that ascend, as scores with their counts do. */
function countsAgain(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const header = right.top;
  const isNamedAlike =
    grid.kind(header, right.left) === Kind.text &&
    grid.text(header, right.left).trim() === grid.text(header, left.left).trim();
  return isNamedAlike && ascends(grid, left.left, header) && ascends(grid, right.left, header);
}

function ascends(grid: CellGrid, column: number, header: number): boolean {
  const numbers: number[] = [];
  for (let row = header + 1; row < grid.rowCount && !grid.isEmpty(row, column); row++)
    numbers.push(grid.number(row, column));
  return (
    numbers.length >= minRepeated &&
    numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))
  );
}

/**
 * Both sides have keys of their own, or a heading each over names and labels. Texts alone need another sign, since a list of texts may have a blank
 * column, and of two columns more than that, since they may be the fields of a form. Where one gap is between two
 * tables, so are the others.
 */
const areOwnTables: AreApart = (grid, left, right, isDivided) => {
  const narrowest = Math.min(widthOf(left), widthOf(right));
  if (narrowest < 2) return false;
  if (repeatsLabels(grid, left, right) || countsAgain(grid, left, right)) return true;
  if (repeatsNamesUnderHeading(grid, left, right)) return true;
  const parts = [grid.part(left), grid.part(right)] as const;
  const areHeaded = areHeadedApart(grid, left, right);
  const two = readOwnTable(parts[1], areHeaded);
  const one = two && readOwnTable(parts[0], areHeaded);
  if (!one || !two) return false;
  if (isDivided || (one.hasMeasures && two.hasMeasures)) return true;
  if (narrowest === 2)
    return (
      isKeyBeside(grid, left, one, right, two) ||
      (widthOf(left) + widthOf(right) > 4 &&
        (areHeaded || (isRuled(grid, left, one) && isRuled(grid, right, two))))
    );
  return areHeaded || isFramed(grid, right, right.top + two.header) || endApart(left, one, right, two);
};

/** Whether each side has a heading of its own over its names. */
function areHeadedApart(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const headings = [left, right].map((side) => headingOf(grid.part(side)));
  return headings.every((heading) => heading !== undefined) && headings[0] !== headings[1];
}

/** Whether lines are drawn around all cells of a table, its last column included. */
function isRuled(grid: CellGrid, { left, right, top }: CellRange, { header, lastRow }: OwnTable): boolean {
  for (const row of [top + header, top + lastRow])
    for (let column = left; column <= right; column++) {
      const { borders } = grid.style(row, column);
      if (!borders.left || !borders.right || !borders.bottom) return false;
    }
  return true;
}

/** A list of two columns without blanks that ends before the table with figures beside it does: the codes of that one. */
function isKeyBeside(
  grid: CellGrid,
  left: CellRange,
  one: OwnTable,
  right: CellRange,
  two: OwnTable,
): boolean {
  const [key, codes, table] = widthOf(right) === 2 ? [right, two, one] : [left, one, two];
  const top = key.top + codes.header;
  const bottom = key.top + codes.lastRow;
  const other = key === right ? left : right;
  if (!table.hasMeasures || widthOf(other) < 3 || bottom >= other.top + table.lastRow) return false;
  for (let row = top; row <= bottom; row++) if (countFilled(grid, row, key) < 2) return false;
  return top === other.top + table.header;
}

const endApart = (left: CellRange, one: OwnTable, right: CellRange, two: OwnTable) =>
  left.top + one.header !== right.top + two.header || left.top + one.lastRow !== right.top + two.lastRow;

/** Whether the header has a fill or borders, which the gap beside it has not. */
function isFramed(grid: CellGrid, { left }: CellRange, header: number): boolean {
  const { fill, borders } = grid.style(header, left);
  return fill !== null || borders.left !== null;
}
