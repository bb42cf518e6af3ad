import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { isFrameText } from '../frame-text.js';
import { explainsMark, opensLikeNote } from '../lines/line-vocabulary.js';
import { isMissingMark } from '../values/read-number.js';
import { namesColumns } from './header-evidence.js';
import { readOwnTable } from './own-table.js';

/** So many empty columns separate their two sides, unless the right one plainly belongs to the left one. */
export const wideGap = 2;
/** Columns that share more of their rows with a table on the left, and have no keys of their own, are more of it. */
const continuedRows = 0.9;
/** Fewer rows have labels beside them by chance. */
const minRows = 3;
/** Rows of names over columns. */
const maxNames = 2;
/** Names of columns are not longer. */
const longestName = 30;

/** Whether columns behind a gap are more of the table on the left. */
export function belongsToTable(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  return (
    isContinued(grid, left, right) ||
    isNameAlone(grid, left, right) ||
    isRemarksOf(grid, left, right) ||
    areValuesOfLabels(grid, left, right) ||
    isLabelledBy(grid, left, right)
  );
}

/**
 * Whether the left side has a label beside nearly every row of numbers on the right, or is one column with a label beside every
 * second or third, and the right side has none of its own: without the left side nobody would know what they are of. Beside a
 * table with names over its numbers, other numbers are something calculated.
 */
function isLabelledBy(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  let rows = 0;
  let worded = 0;
  let measured = 0;
  const labelled: number[] = [];
  for (let row = right.top; row <= right.bottom; row++) {
    const beside = countKinds(grid, row, left);
    const { numbers, words } = countKinds(grid, row, right);
    if (numbers === 0) continue;
    if (beside.words > 0) labelled.push(rows);
    rows++;
    if (words > 0) worded++;
    if (beside.numbers > 0) measured++;
  }
  const few = (1 - continuedRows) * rows;
  if (worded > few) return false;
  if (rows < minRows)
    return rows > 0 && labelled.length === rows && areFewMore(grid, left, right, measured > 0);
  if (measured > few && readOwnTable(grid.part(left))) return false;
  if (labelled.length >= continuedRows * rows) return true;
  return widthOf(left) === 1 && worded === 0 && areEven(labelled);
}

/**
 * Whether a row or two of numbers beside labels are values of these: under names beside names of the left side, or without any where
 * that has no numbers either.
 */
function areFewMore(grid: CellGrid, left: CellRange, right: CellRange, isMeasured: boolean): boolean {
  const names: number[] = [];
  let isBelowNames = false;
  for (let row = right.top; row <= right.bottom; row++) {
    const { numbers, words } = countKinds(grid, row, right);
    if (words > 0 && isBelowNames) return false;
    if (words > 0) names.push(row);
    isBelowNames ||= numbers > 0;
  }
  if (names.length === 0) return !isMeasured;
  const isOfNames = (row: number) => hasNames(grid, row, left);
  const isBesideRecord = (row: number) => countKinds(grid, row, left).numbers > 0;
  const isColumnOfLabels = !isMeasured && widthOf(left) === 1;
  return (
    names.length <= maxNames && !names.some(isBesideRecord) && (isColumnOfLabels || names.some(isOfNames))
  );
}

/** How many numbers and words a row has between two columns; marks for missing values and footnotes are neither. */
function countKinds(grid: CellGrid, row: number, { left, right }: CellRange) {
  let numbers = 0;
  let words = 0;
  for (let column = left; column <= right; column++) {
    if (grid.kind(row, column) === Kind.number) numbers++;
    else if (!grid.isEmpty(row, column) && !isMissingMark(grid.text(row, column))) words++;
  }
  return { numbers, words };
}

/** Whether labels stand beside the first of every two or three rows. */
const areEven = (places: readonly number[]) =>
  places.length >= minRows && [2, 3].some((step) => places.every((place, at) => place === at * step));

/**
 * Whether the left side has a label in each row, nothing but numbers beside it and no header, and the right side only
 * numbers: they have no other labels, however wide the gap.
 */
function areValuesOfLabels(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const top = Math.min(left.top, right.top);
  const bottom = Math.max(left.bottom, right.bottom);
  if (top === bottom) return false;
  for (let row = top; row <= bottom; row++) {
    const isLabelled = grid.kind(row, left.left) === Kind.text;
    for (let column = left.left + 1; column <= right.right; column++) {
      if (grid.isEmpty(row, column)) continue;
      if (!isLabelled || grid.kind(row, column) !== Kind.number) return false;
    }
  }
  return true;
}

/**
 * Whether the right side has its names in the same row as the left one, values in the same rows, and no keys of its
 * own, however wide the gap. A column of numbers beside it may have blanks.
 */
function isContinued(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  return (
    right.top >= left.top &&
    hasNames(grid, right.top, right) &&
    hasNames(grid, right.top, left) &&
    (rowsShared(grid, left, right) >= continuedRows || isMeasureOf(grid, left, right)) &&
    readOwnTable(grid.part(right)) === undefined
  );
}

/** Whether a row has texts or dates and nothing else between two columns. */
function hasNames(grid: CellGrid, row: number, { left, right }: CellRange): boolean {
  let names = 0;
  for (let column = left; column <= right; column++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.text || kind === Kind.date) names++;
    else if (kind !== Kind.empty) return false;
  }
  return names > 0;
}

/** Whether the right side is one column of texts under a name of its own, beside some records of the left one but not all. */
function isRemarksOf(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const { top: header, left: column } = right;
  if (widthOf(right) > 1 || gapBetween(left, right) >= wideGap || right.bottom === header) return false;
  if (!mayBeName(grid.text(header, column)) || !hasNames(grid, header, left)) return false;
  let skipped = 0;
  for (let row = header + 1; row <= right.bottom; row++) {
    const isRecord = countFilled(grid, row, left) > 1;
    if (grid.isEmpty(row, column)) skipped += Number(isRecord);
    else if (grid.kind(row, column) !== Kind.text || !isRecord) return false;
  }
  // Without a gap the texts may be a list of their own.
  return skipped > 0;
}

/** Whether the right side is a name in the header of the left one, over a column that nobody has filled in yet. */
function isNameAlone(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  const { top: header, left: column } = right;
  if (right.bottom > header || widthOf(right) > 1 || gapBetween(left, right) >= wideGap) return false;
  const before = grid.part({ ...left, top: header, bottom: header });
  if (!mayBeName(grid.text(header, column))) return false;
  return header === left.top && namesColumns(before, 0) && looksAlike(grid, header, left, column);
}

/** `Remarks` is a name, `Note: …` and `V = vegetarian` are none. */
function mayBeName(text: string): boolean {
  const isNote = opensLikeNote(text) && /\S[\s:：]+\S/.test(text);
  return text.length <= longestName && !isFrameText(text) && !isNote && !explainsMark(text);
}

/** Whether a cell has the fill and weight of the names on its left. */
function looksAlike(grid: CellGrid, row: number, { right }: CellRange, column: number): boolean {
  let nearest = right;
  while (grid.isEmpty(row, nearest) && nearest > 0) nearest--;
  const [own, other] = [grid.style(row, column), grid.style(row, nearest)];
  return own.fill === other.fill && own.bold === other.bold;
}

/**
 * Whether the right side has nothing but numbers below its names, each beside a record of the left side: figures that not every
 * record has. Several columns of them that end early are a list of their own.
 */
function isMeasureOf(grid: CellGrid, left: CellRange, right: CellRange): boolean {
  let last = -1;
  let isBesideNames = false;
  for (let row = right.top + 1; row <= right.bottom; row++) {
    const { numbers, words } = countKinds(grid, row, right);
    const beside = countKinds(grid, row, left);
    const isName = last < 0 && numbers === 0 && beside.numbers === 0;
    if (words > 0 && !isName) return false;
    if (numbers === 0) continue;
    if (countFilled(grid, row, left) < 2 || (isBesideNames && beside.numbers > 0)) return false;
    isBesideNames ||= last < 0 && beside.numbers === 0;
    last = row;
  }
  const isAlone = widthOf(right) === 1 && gapBetween(left, right) < wideGap;
  return last >= (isAlone ? 0 : (left.top + left.bottom) / 2);
}

/** The share of the rows of two sides that both have a value in. */
export function rowsShared(grid: CellGrid, left: CellRange, right: CellRange): number {
  let either = 0;
  let both = 0;
  for (let row = Math.min(left.top, right.top); row <= Math.max(left.bottom, right.bottom); row++) {
    const inLeft = countFilled(grid, row, left);
    const inRight = countFilled(grid, row, right);
    // A label or unit alone in its row counts for neither side.
    if (inLeft + inRight < 2) continue;
    either++;
    if (inLeft > 0 && inRight > 0) both++;
  }
  return both / Math.max(1, either);
}

export const gapBetween = (left: CellRange, right: CellRange) => right.left - left.right - 1;

export const widthOf = ({ left, right }: CellRange) => right - left + 1;

/** How many cells of a row are filled between two columns. */
export function countFilled(grid: CellGrid, row: number, { left, right }: CellRange): number {
  let count = 0;
  for (let column = left; column <= right; column++) if (!grid.isEmpty(row, column)) count++;
  return count;
}
