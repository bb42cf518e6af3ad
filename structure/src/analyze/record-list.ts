import type { Dialect } from '@workbook-data-service/sheets';
import { findHeader, headingText } from '@workbook-data-service/sheets/columns';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { cellLook } from '../cell-look.js';
import { opensLikeNote, opensWithTotal, readsAsDate, saysComputed } from '../lines/line-vocabulary.js';
import type { SheetCells } from '../sheet-cells.js';
import { isMissingMark } from '../values/read-number.js';

const longestName = 40;
/** Columns of a workbook's table of words: with fewer, a first row that looks like the others may be one of them. */
const minOfWords = 3;
/** Records of a workbook's list of one column, whose lines may else be a title and a date. */
const minInColumn = 2;
/** Names in such a list, which may else be lines of a text. */
const minNames = 3;
const longestInColumn = 20;

type ValueKind = 'number' | 'date' | 'boolean' | 'address' | 'words';

/**
 * Whether a sheet is what programs write: a name over every column, and below it records and nothing else, so that any
 * cell may be blank and a value alone in its row heads nothing. Everything that a report has speaks against it:
 * totals, notes, labels over other rows, indents, rows that look different, words among numbers.
 */
export function isRecordList(
  cells: SheetCells,
  grid: CellGrid,
  range: CellRange,
  dialect: Dialect | null,
): boolean {
  const { top, left, bottom, right } = range;
  if (top !== 0 || left !== 0 || bottom === 0 || cells.sheet.merges.length > 0) return false;
  if (!namesEveryColumn(cells, range, dialect) || cells.filledRows(range).length !== bottom + 1) return false;
  const kinds: (ValueKind | undefined)[] = [];
  for (let column = left; column <= right; column++) {
    const kind = kindOfColumn(grid, range, column);
    if (kind === 'mixed') return false;
    kinds.push(kind);
  }
  if (!dialect && !isSureInWorkbook(grid, range, kinds)) return false;
  return !hasHeadings(cells, grid, range);
}

function namesEveryColumn(
  cells: SheetCells,
  { top, left, right }: CellRange,
  dialect: Dialect | null,
): boolean {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const readers = columns.map((column) => cells.column(column));
  if (findHeader(readers, Uint32Array.of(top), dialect) === null) return false;
  const names = columns.map((column) => headingText(cells.text(top, column)).trim().toLowerCase());
  return (
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && name.length <= longestName && !readsAsDate(name))
  );
}

/** The one kind of a column's values; undefined without any, or `mixed`, also where words speak of a report. */
function kindOfColumn(
  grid: CellGrid,
  { top, bottom }: CellRange,
  column: number,
): ValueKind | 'mixed' | undefined {
  let kind: ValueKind | undefined;
  for (let row = top + 1; row <= bottom; row++) {
    const own = kindOfValue(grid, row, column);
    if (own === undefined) continue;
    kind ??= own;
    if (own !== kind) return 'mixed';
    if (own === 'words' && opensWithTotal(grid.text(row, column))) return 'mixed';
  }
  return kind;
}

/** Undefined for a blank, and for a mark in the place of a value. */
function kindOfValue(grid: CellGrid, row: number, column: number): ValueKind | undefined {
  switch (grid.kind(row, column)) {
    case Kind.empty:
      return undefined;
    case Kind.boolean:
      return 'boolean';
    case Kind.date:
      return 'date';
    case Kind.text:
      return kindOfText(grid.text(row, column).trim());
    default:
      return 'number';
  }
}

function kindOfText(text: string): ValueKind | undefined {
  if (isMissingMark(text)) return undefined;
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  if (readsAsDate(text)) return 'date';
  return /^\S+@\S+\.\S+$/.test(text) ? 'address' : 'words';
}

/** Where each row may look different, names do too, or stand over values of another kind. */
function isSureInWorkbook(
  grid: CellGrid,
  range: CellRange,
  kinds: readonly (ValueKind | undefined)[],
): boolean {
  const lookOf = (row: number) => cellLook(grid, row, range.left);
  const look = lookOf(range.top + 1);
  for (let row = range.top + 2; row <= range.bottom; row++) if (lookOf(row) !== look) return false;
  if (kinds.length === 1) return isColumnOfValues(grid, range, kinds[0]);
  return kinds.length >= minOfWords || kinds.some((kind) => kind !== 'words') || lookOf(range.top) !== look;
}

/** `Status`, `open`, `done`, `late`: the choices that other sheets refer to. */
function isColumnOfValues(
  grid: CellGrid,
  { top, left, bottom }: CellRange,
  kind: ValueKind | undefined,
): boolean {
  if (kind !== 'words') return bottom - top >= minInColumn;
  for (let row = top; row <= bottom; row++)
    if (grid.text(row, left).trim().length > longestInColumn) return false;
  return bottom - top >= minNames;
}

/** Whether some row is a note, a result, the header again, or a label that may be for the rows below. */
function hasHeadings(cells: SheetCells, grid: CellGrid, range: CellRange): boolean {
  const { top, left, bottom, right } = range;
  const lone: string[] = [];
  const labels = new Set<string>();
  for (let row = top + 1; row <= bottom; row++) {
    const first = cells.firstFilled(row, range) ?? left;
    if (kindOfValue(grid, row, first) !== 'words') continue;
    const text = grid.text(row, first);
    if (opensLikeNote(text) || saysComputed(text) || /^[\s　]/.test(text)) return true;
    if (right === left || first === right) continue;
    if (repeatsHeader(grid, range, row)) return true;
    if (cells.isLone(row, first, range)) lone.push(text);
    else labels.add(text);
  }
  return lone.some((text) => !labels.has(text));
}

function repeatsHeader(grid: CellGrid, { top, left, right }: CellRange, row: number): boolean {
  for (let column = left; column <= right; column++)
    if (grid.text(row, column) !== grid.text(top, column)) return false;
  return true;
}
