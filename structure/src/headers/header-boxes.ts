import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import type { ColumnContents } from './column-contents.js';
import type { HeaderMerges } from './header-merges.js';

/** The boxes that drawn lines make around the labels of a header. */
export class HeaderBoxes {
  readonly #cells: SheetCells;
  readonly #range: CellRange;
  readonly #headerRows: readonly number[];
  readonly #contents: ColumnContents;
  readonly #merges: HeaderMerges;
  #linesWithin: boolean | undefined;

  constructor(
    cells: SheetCells,
    range: CellRange,
    headerRows: readonly number[],
    { contents, merges }: { contents: ColumnContents; merges: HeaderMerges },
  ) {
    this.#cells = cells;
    this.#range = range;
    this.#headerRows = headerRows;
    this.#contents = contents;
    this.#merges = merges;
  }

  /** The last column of the box that lines make around a label, as far as the columns beside it have no names of their own. */
  endOf(row: number, column: number, rowsBelow: readonly number[]): number {
    const isUnnamed = (at: number) =>
      this.#merges.isFree(row, at) && rowsBelow.every((below) => this.#cells.isBlank(below, at));
    let end = column;
    while (end < this.#range.right && !this.#hasLineBetween(row, end) && isUnnamed(end + 1)) end++;
    const isBoxed = this.#hasLineBetween(row, column - 1) && this.#hasLineBetween(row, end);
    return isBoxed && this.#contents.of(end) === 'numbers' ? end : column;
  }

  /** The first column of the box that lines make around a label and the names below it. */
  startOf(row: number, column: number, rowsBelow: readonly number[]): number {
    const isPart = (at: number) =>
      this.#merges.isFree(row, at) &&
      this.#hasLineBelow(row, at) &&
      rowsBelow.some((below) => !this.#cells.isBlank(below, at));
    if (!this.#hasLineBelow(row, column)) return column;
    let start = column;
    while (start > this.#range.left && !this.#hasLineBetween(row, start - 1) && isPart(start - 1)) start--;
    return this.#hasLineBetween(row, start - 1) ? start : column;
  }

  /** Whether a line parts a cell from the one to its right. */
  #hasLineBetween(row: number, column: number): boolean {
    const [left, right] = [column, column + 1].map((at) => this.#cells.style(row, at).borders);
    return left?.right !== null || right?.left !== null;
  }

  /**
   * Whether lines make a blank one box with the name below it, apart from the label to its left, in a header that has lines
   * below other labels.
   */
  isBoxedBelow(row: number, column: number): boolean {
    const lines = (at: number, across: number) => this.#cells.style(at, across).borders;
    const isApart = lines(row, column - 1).right !== null || lines(row, column).left !== null;
    return isApart && !this.#hasLineBelow(row, column) && this.#hasLinesWithin();
  }

  #hasLineBelow(row: number, column: number): boolean {
    const [above, below] = [row, row + 1].map((at) => this.#cells.style(at, column).borders);
    return above?.bottom !== null || below?.top !== null;
  }

  #hasLinesWithin(): boolean {
    this.#linesWithin ??= this.#headerRows
      .slice(0, -1)
      .some((row) =>
        this.#cells.filledInRow(row, this.#range).some((column) => this.#hasLineBelow(row, column)),
      );
    return this.#linesWithin;
  }
}
