import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import { opensLikeNote, readsAsDate } from '../../../lines/line-vocabulary.js';
import type { SheetCells } from '../../../sheet-cells.js';
import { namesResult } from '../../../total-vocabulary.js';

/** Rows below a header of which every two or three are one record. */
export interface AlternatingRows {
  recordRows: number;
  headerRows: number[];
  /** Rows with the records, and then those with totals. */
  range: CellRange;
  totals: number[];
}

/** Argued: of fewer records, rows alternate by chance. */
const minRecords = 3;
/** Argued: two or three rows are common in lists of people and in ledgers; more are cards. */
const lengths = [2, 3];
/** The first records tell most sheets that are none of this kind. */
const sampled = 6;
/** A header and the titles over it take no more rows. */
const maxRowsAbove = 6;
/** A column that so many records fill belongs to its line of them. */
const mostly = 0.7;
/** So many of the values of a column are of one kind: a few are remarks or marks for what is missing. */
const pure = 0.85;

/** Whether the rows of a block take turns: kinds of values, or filled columns, recur every so many rows. */
export function findAlternatingRows(cells: SheetCells, block: CellRange): AlternatingRows | undefined {
  const kinds = new KindsOfRows(cells, block);
  const end = endOfRecords(cells, block);
  for (let first = block.top + 1; first <= Math.min(block.top + maxRowsAbove, end); first++) {
    for (const recordRows of lengths) {
      const rows = end - first + 1;
      // Records under a heading each end without one.
      if (rows % recordRows !== 0 || rows < minRecords * recordRows) continue;
      const sample = Math.min(end, first + sampled * recordRows - 1);
      const headerRows = headerOverTurns(kinds, first, sample, recordRows);
      const top = headerRows?.[0] ?? first;
      if (!headerRows || !headerOverTurns(kinds, first, end, recordRows)) continue;
      if (rowsFrom(first, end).some((row) => isTotal(cells, block, row))) continue;
      if (rowsFrom(block.top, top - 1).some((row) => cells.filledInRow(row, block).length > 1)) continue;
      const totals = rowsFrom(end + 1, block.bottom).filter((row) => isTotal(cells, block, row));
      const bottom = totals.at(-1) ?? end;
      return { recordRows, headerRows, range: { ...block, top, bottom }, totals };
    }
  }
  return undefined;
}

/** The header over rows that take turns; undefined where they do not. */
function headerOverTurns(kinds: KindsOfRows, first: number, end: number, recordRows: number) {
  const lines = linesOf(kinds, first, end, recordRows);
  const header = lines && headerOver(kinds, lines, first);
  return header && takeTurns(lines, header.length) ? header : undefined;
}

/** The last row before the totals and remarks that close a block. */
function endOfRecords(cells: SheetCells, block: CellRange): number {
  const isAfter = (row: number) => {
    const first = cells.firstFilled(row, block);
    return first === undefined || isTotal(cells, block, row) || opensLikeNote(cells.text(row, first));
  };
  let end = block.bottom;
  while (end > block.top && isAfter(end)) end--;
  return end;
}

const isTotal = (cells: SheetCells, block: CellRange, row: number) =>
  cells.filledInRow(row, block).some((column) => namesResult(cells.text(row, column)));

type Kind = 'number' | 'date' | 'text';

/** What the cells of each row are; undefined for blank ones. */
class KindsOfRows {
  readonly #rows: (Kind | undefined)[][] = [];

  constructor(
    private readonly cells: SheetCells,
    private readonly block: CellRange,
  ) {}

  of(row: number): readonly (Kind | undefined)[] {
    const { left, right } = this.block;
    this.#rows[row] ??= Array.from({ length: right - left + 1 }, (_, at) => this.#kindOf(row, left + at));
    return this.#rows[row] ?? [];
  }

  #kindOf(row: number, column: number): Kind | undefined {
    if (this.cells.isBlank(row, column)) return undefined;
    if (this.cells.column(column).kind(row) === CellKind.date) return 'date';
    if (this.cells.isNumber(row, column)) return 'number';
    return readsAsDate(this.cells.text(row, column)) ? 'date' : 'text';
  }
}

const countOf = (kinds: readonly Kind[], one: Kind) => kinds.filter((kind) => kind === one).length;

/** What a column is in one of the rows of each record. */
interface ColumnOfLine {
  kind: Kind | undefined;
  isMostlyFilled: boolean;
}

/** For each row of a record its columns; undefined where values of a column are of several kinds. */
function linesOf(kinds: KindsOfRows, first: number, end: number, recordRows: number) {
  const lines: ColumnOfLine[][] = [];
  for (let line = 0; line < recordRows; line++) {
    const rows = rowsFrom(first + line, end, recordRows).map((row) => kinds.of(row));
    const columns = (rows[0] ?? []).map((_, at): ColumnOfLine | undefined => {
      const found = rows.flatMap((row) => row[at] ?? []);
      const kind = found.toSorted((a, b) => countOf(found, b) - countOf(found, a))[0];
      if (kind && countOf(found, kind) < pure * found.length) return undefined;
      return { kind, isMostlyFilled: found.length >= mostly * rows.length };
    });
    if (columns.includes(undefined)) return undefined;
    lines.push(columns.filter((column) => column !== undefined));
  }
  return lines;
}

/** A header has a row for each row of a record, whose names stand where that has values, or names the first one alone. */
function headerOver(
  kinds: KindsOfRows,
  lines: readonly ColumnOfLine[][],
  first: number,
): number[] | undefined {
  const areNames = (row: number, line: readonly ColumnOfLine[] | undefined) =>
    kinds.of(row).every((kind, at) => {
      const named = line?.[at];
      return kind === undefined ? !named?.isMostlyFilled : kind === 'text' && named?.kind !== undefined;
    });
  const top = first - lines.length;
  if (lines.every((line, at) => areNames(top + at, line))) return rowsFrom(top, first - 1);
  return areNames(first - 1, lines[0]) ? [first - 1] : undefined;
}

/**
 * Whether rows differ in more than that a label stands once for several: a column has values of another kind in the next row, or has
 * them in one row alone, right of a column that goes on or below a header that names both rows.
 */
function takeTurns([head = [], ...others]: readonly ColumnOfLine[][], headerRows: number): boolean {
  const begins = head.filter(({ isMostlyFilled }) => isMostlyFilled).length > 1 && head[0]?.isMostlyFilled;
  if (!begins || others.some((line) => !line.some(({ isMostlyFilled }) => isMostlyFilled))) return false;
  return others.every((line) => {
    const goesOn = line.map(({ kind }, at) => kind !== undefined && head[at]?.kind !== undefined);
    const hasOtherKind = line.some(({ kind }, at) => goesOn[at] && kind !== head[at]?.kind);
    const firstShared = goesOn.indexOf(true);
    if (hasOtherKind || firstShared < 0) return hasOtherKind;
    const isOneBlank = ({ kind }: ColumnOfLine, at: number) =>
      (kind ? line : head)[at]?.isMostlyFilled && (kind === undefined) !== (head[at]?.kind === undefined);
    return line.some((column, at) => isOneBlank(column, at) && (headerRows > 1 || at > firstShared));
  });
}

function rowsFrom(first: number, last: number, step = 1): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, at) => first + at * step,
  );
}
