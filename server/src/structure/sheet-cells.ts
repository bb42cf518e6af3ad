import { ColumnReader } from '../spreadsheet/read-cell.js';
import { CellKind, type CellRange, type Sheet } from '../xlsx/grid.js';
import { readNumber } from './read-number.js';

export { columnOfPlace, placeOf, rowOfPlace } from '../core/cell-place.js';

/** The cells of a sheet as the service reads them, by row and column from 0. */
export class SheetCells {
  readonly sheet: Sheet;
  readonly #columns: ColumnReader[];
  readonly #outside: ColumnReader;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
    this.#columns = sheet.columns.map((column) => new ColumnReader(sheet, column));
    this.#outside = new ColumnReader(sheet, null);
  }

  column(column: number): ColumnReader {
    return this.#columns[column] ?? this.#outside;
  }

  isBlank(row: number, column: number): boolean {
    return this.column(column).isBlank(row);
  }

  /** What a person would write for the cell; '' where it is empty. */
  text(row: number, column: number): string {
    return this.column(column).rendered(row) ?? '';
  }

  /** Columns of a row that hold something. */
  filledInRow(row: number, { left, right }: CellRange): number[] {
    const columns: number[] = [];
    for (let column = left; column <= right; column++) if (!this.isBlank(row, column)) columns.push(column);
    return columns;
  }

  /** Whether a row holds more than a label: a number beside it. */
  isRecord(row: number, range: CellRange): boolean {
    return this.filledInRow(row, range).some((column, at) => at > 0 && this.#isNumber(row, column));
  }

  #isNumber(row: number, column: number): boolean {
    const cells = this.column(column);
    return (
      cells.kind(row) === CellKind.number ||
      (cells.kind(row) === CellKind.text && !Number.isNaN(readNumber(cells.text(row))))
    );
  }

  /** Rows of a range that hold anything in its columns. */
  filledRows(range: CellRange): number[] {
    const filled = new Uint8Array(range.bottom - range.top + 1);
    for (let column = range.left; column <= range.right; column++) {
      const cells = this.column(column);
      const { first, last } = this.#rowsHeld(range, column);
      for (let row = first; row <= last; row++) {
        if (filled[row - range.top] === 0 && !cells.isBlank(row)) filled[row - range.top] = 1;
      }
    }
    const rows: number[] = [];
    filled.forEach((one, at) => {
      if (one) rows.push(range.top + at);
    });
    return rows;
  }

  filledColumns(range: CellRange): number[] {
    const columns: number[] = [];
    for (let column = range.left; column <= range.right; column++) {
      const cells = this.column(column);
      const { first, last } = this.#rowsHeld(range, column);
      let row = first;
      while (row <= last && cells.isBlank(row)) row++;
      if (row <= last) columns.push(column);
    }
    return columns;
  }

  /** The smallest range around everything that is not blank; null where all is. */
  usedRange(): CellRange | null {
    let used: CellRange | null = null;
    this.sheet.columns.forEach((column, at) => {
      if (!column) return;
      const cells = this.column(at);
      let top = column.firstRow;
      let bottom = top + column.kinds.length - 1;
      while (top <= bottom && cells.isBlank(top)) top++;
      while (bottom >= top && cells.isBlank(bottom)) bottom--;
      if (top > bottom) return;
      used = used
        ? { top: Math.min(used.top, top), left: used.left, bottom: Math.max(used.bottom, bottom), right: at }
        : { top, left: at, bottom, right: at };
    });
    return used;
  }

  /** A range may span billions of cells of which the sheet holds two. */
  #rowsHeld({ top, bottom }: CellRange, column: number): { first: number; last: number } {
    const held = this.sheet.columns[column];
    if (!held) return { first: 0, last: -1 };
    return {
      first: Math.max(top, held.firstRow),
      last: Math.min(bottom, held.firstRow + held.kinds.length - 1),
    };
  }
}
