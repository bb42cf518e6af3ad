import type { Dialect } from '@workbook-data-service/sheets';
import { placeOf } from '@workbook-data-service/sheets/addresses';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { isoDate } from '@workbook-data-service/sheets/dates';
import {
  CellKind,
  type CellRange,
  type CellStyle,
  type GridColumn,
  plainStyle,
  type Sheet,
} from '@workbook-data-service/sheets/grid';
import { beginsLabel, endsLabel } from './hierarchy/broken-labels.js';
import { type DecimalSign, decimalSignOf, hasPointOrComma } from './values/decimal-sign.js';
import { isMissing } from './values/read-cells.js';
import { readNumber } from './values/read-number.js';
import { isReadable, type SplitNumbers, splitNumbers } from './values/unreadable-numbers.js';

export { columnOfPlace, placeOf, rowOfPlace } from '@workbook-data-service/sheets/addresses';

/** The cells of a sheet as the service reads them, by row and column from 0. */
export class SheetCells {
  readonly sheet: Sheet;
  readonly #columns: ColumnReader[];
  readonly #outside: ColumnReader;
  readonly #filled: (Uint8Array | undefined)[] = [];
  readonly #dialect: Dialect | null;
  /** By the place of its text, the last row of each cell that is merged downwards. */
  #mergedDown: Map<number, number> | undefined;

  /** `dialect` is that of a csv file, whose delimiter tells something about its decimal sign. */
  constructor(given: Sheet, dialect: Dialect | null = null) {
    const sheet = given;
    this.sheet = sheet;
    this.#dialect = dialect;
    this.#columns = sheet.columns.map((column) => new ColumnReader(sheet, column));
    this.#outside = new ColumnReader(sheet, null);
  }

  /** Another sheet of the same file. */
  of(sheet: Sheet): SheetCells {
    return new SheetCells(sheet, this.#dialect);
  }

  column(column: number): ColumnReader {
    return this.#columns[column] ?? this.#outside;
  }

  isBlank(row: number, column: number): boolean {
    const held = this.sheet.columns[column];
    return !held || !this.filled(column)[row - held.firstRow];
  }

  /** For each stored cell of a column, whether it is not blank. */
  filled(column: number): Uint8Array {
    this.#filled[column] ??= filledOf(this.sheet.columns[column] ?? null, this.column(column));
    return this.#filled[column];
  }

  /** The number of non-blank cells. */
  filledCount(): number {
    let count = 0;
    this.sheet.columns.forEach((_, column) => {
      for (const one of this.filled(column)) count += one;
    });
    return count;
  }

  /** The cell as a person would write it; '' if it is empty. */
  text(row: number, column: number): string {
    return this.column(column).rendered(row) ?? '';
  }

  style(row: number, column: number): CellStyle {
    const held = this.sheet.columns[column];
    return this.sheet.styles[held?.styles?.[row - held.firstRow] ?? 0] ?? plainStyle;
  }

  /** The text of a heading: a date whose format shows no day is a month, as the sheet shows it. */
  heading(row: number, column: number): string {
    const days = this.column(column).kind(row) === CellKind.date ? this.column(column).days(row) : undefined;
    const format = days === undefined ? '' : this.#numberFormat(row, column);
    return monthText(days ?? 0, format) ?? this.text(row, column);
  }

  #numberFormat(row: number, column: number): string {
    const held = this.sheet.columns[column];
    return this.sheet.styles[held?.styles?.[row - held.firstRow] ?? 0]?.numberFormat ?? '';
  }

  /** Non-empty columns of a row. */
  filledInRow(row: number, { left, right }: CellRange): number[] {
    const columns: number[] = [];
    for (let column = left; column <= right; column++) if (!this.isBlank(row, column)) columns.push(column);
    return columns;
  }

  /** The first non-empty column of a row, if it has one. */
  firstFilled(row: number, { left, right }: CellRange): number | undefined {
    for (let column = left; column <= right; column++) if (!this.isBlank(row, column)) return column;
    return undefined;
  }

  /** Whether no other cell of a row is filled. */
  isLone(row: number, column: number, range: CellRange): boolean {
    return this.#onlyFilled(row, range) === column;
  }

  /** The column of the only non-empty cell of a row. */
  #onlyFilled(row: number, { left, right }: CellRange): number | undefined {
    let only: number | undefined;
    for (let column = left; column <= right; column++) {
      if (this.isBlank(row, column)) continue;
      if (only !== undefined) return undefined;
      only = column;
    }
    return only;
  }

  /** Whether a label in a merged cell that begins above holds for the row: that of a total, say. */
  isUnderMerged(row: number, column: number): boolean {
    return this.sheet.merges.some(
      ({ top, bottom, left }) => left === column && top < row && row <= bottom && !this.isBlank(top, column),
    );
  }

  isMergedDown(row: number, column: number): boolean {
    return this.#lastMerged(row, column) > row;
  }

  /**
   * Whether a row has nothing but a line of the label of the row beside it, which has the values: a label that is merged with the
   * cell below, goes on there, or ends here.
   */
  isLineOfLabel(row: number, range: CellRange): boolean {
    if (endsLabel(this, row, range)) return true;
    const label = this.#onlyFilled(row, range);
    if (label === undefined) return false;
    if (this.#lastMerged(row, label) !== row + 1) return beginsLabel(this, row, range);
    return row < range.bottom && this.firstFilled(row + 1, range) !== undefined;
  }

  /** The last row of the cell that is merged downwards from here, or the row itself. */
  #lastMerged(row: number, column: number): number {
    this.#mergedDown ??= new Map(
      this.sheet.merges
        .filter(({ top, bottom }) => bottom > top)
        .map(({ top, left, bottom }) => [placeOf(top, left), bottom]),
    );
    return this.#mergedDown.get(placeOf(row, column)) ?? row;
  }

  /** Whether a row has more than a label: a number beside it. */
  isRecord(row: number, range: CellRange): boolean {
    return this.filledInRow(row, range).some((column, at) => at > 0 && this.isNumber(row, column));
  }

  /** Whether a cell is a number, or a text that reads as one. */
  isNumber(row: number, column: number): boolean {
    const cells = this.column(column);
    return (
      cells.kind(row) === CellKind.number ||
      (cells.kind(row) === CellKind.text &&
        !Number.isNaN(readNumber(cells.text(row), this.decimalSign(column, cells.text(row)))))
    );
  }

  /** What parts the decimals of a number that is written as text in a column. */
  decimalSign(column: number, text: string): DecimalSign {
    return hasPointOrComma(text)
      ? decimalSignOf(this.sheet, this.column(column).column, this.#dialect)
      : 'point';
  }

  /** The rows whose cells in a column are numbers, and those with anything else. */
  splitNumbers(column: number, rows: Iterable<number>): SplitNumbers {
    return splitNumbers(this.column(column), rows, this.#dialect);
  }

  /** Whether a cell has no value, or is a number that may be in a column with a unit. */
  isReadable(row: number, column: number, unit: string | undefined): boolean {
    const cells = this.column(column);
    return isMissing(cells, row) || isReadable(cells, row, this.#dialect, unit);
  }

  /** Rows of a range that are not empty in its columns. */
  filledRows(range: CellRange): number[] {
    const filled = this.#rowsFilled(range);
    const rows: number[] = [];
    for (let at = 0; at < filled.length; at++) if (filled[at]) rows.push(range.top + at);
    return rows;
  }

  hasBlankRow(range: CellRange): boolean {
    return this.#rowsFilled(range).includes(0);
  }

  /** For each row of a range, whether one of its cells is filled. */
  #rowsFilled(range: CellRange): Uint8Array {
    const filled = new Uint8Array(range.bottom - range.top + 1);
    let unknown = filled.length;
    for (let column = range.left; column <= range.right && unknown > 0; column++) {
      const cells = this.filled(column);
      const { first, last, firstHeld } = this.#rowsHeld(range, column);
      for (let row = first; row <= last; row++) {
        if (!cells[row - firstHeld] || filled[row - range.top]) continue;
        filled[row - range.top] = 1;
        unknown--;
      }
    }
    return filled;
  }

  filledColumns(range: CellRange): number[] {
    const columns: number[] = [];
    for (let column = range.left; column <= range.right; column++) {
      const cells = this.filled(column);
      const { first, last, firstHeld } = this.#rowsHeld(range, column);
      let row = first;
      while (row <= last && !cells[row - firstHeld]) row++;
      if (row <= last) columns.push(column);
    }
    return columns;
  }

  /** The smallest range around all non-blank cells, or null. */
  usedRange(): CellRange | null {
    let used: CellRange | null = null;
    this.sheet.columns.forEach((column, at) => {
      if (!column) return;
      const filled = this.filled(at);
      if (!filled.includes(1)) return;
      const top = column.firstRow + filled.indexOf(1);
      const bottom = column.firstRow + filled.lastIndexOf(1);
      used = used
        ? { top: Math.min(used.top, top), left: used.left, bottom: Math.max(used.bottom, bottom), right: at }
        : { top, left: at, bottom, right: at };
    });
    return used;
  }

  /** A range may span billions of cells of which the sheet has two. */
  #rowsHeld({ top, bottom }: CellRange, column: number) {
    const held = this.sheet.columns[column];
    if (!held) return { first: 0, last: -1, firstHeld: 0 };
    return {
      firstHeld: held.firstRow,
      first: Math.max(top, held.firstRow),
      last: Math.min(bottom, held.firstRow + held.kinds.length - 1),
    };
  }
}

/** `2024年4月`, `4月` or `2024-04`; undefined where the format is not that of a month. */
function monthText(days: number, format: string): string | undefined {
  const code = format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '').toLowerCase();
  if (!code.includes('m') || /[dhs]/.test(code)) return undefined;
  const [year = '', month = ''] = isoDate(Math.floor(days)).split('-');
  if (!format.includes('月')) return `${year}-${month}`;
  return `${/[yge]/.test(code) ? `${year}年` : ''}${Number(month)}月`;
}

/** Cached: the analysis and then the arrangement of its tables read it again and again. */
const knownFilled = new WeakMap<GridColumn, Uint8Array>();
const nothing = new Uint8Array();

function filledOf(column: GridColumn | null, cells: ColumnReader): Uint8Array {
  if (!column) return nothing;
  let filled = knownFilled.get(column);
  if (!filled) {
    const { kinds, firstRow } = column;
    filled = new Uint8Array(kinds.length);
    // The columns of most lists have no blanks, which is found out without looking at each cell here.
    const isFull = cells.sheet.texts.allBeginVisibly && !kinds.includes(CellKind.empty);
    if (isFull) filled.fill(1);
    for (let slot = isFull ? kinds.length : 0; slot < kinds.length; slot++) {
      const kind = kinds[slot];
      if (kind === CellKind.text ? !cells.isBlank(firstRow + slot) : kind !== CellKind.empty)
        filled[slot] = 1;
    }
    knownFilled.set(column, filled);
  }
  return filled;
}
