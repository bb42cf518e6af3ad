import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import { areColumnNumbers, areUnits, isLabelledUnits } from '../../headers/header-marks.js';
import { countsOn } from '../../lines/numbered-columns.js';
import { filledCells } from '../../regions/header-evidence.js';
import { placeOf } from '../../sheet-cells.js';
import { isMissingMark } from '../../values/read-number.js';

/** A cell of a row above the data, and the columns that it is over. */
export interface TopLabel {
  text: string;
  column: number;
  /** The last column that it is over: of its merged cell, or of the blanks beside it. */
  end: number;
  /** Whether its merged cell includes rows below. */
  goesDown: boolean;
}

const isDigits = (text: string) => /^\d+$/.test(text.trim());

/** Rows looked at for what kinds of values the columns contain. */
const maxSampled = 40;

/** The first rows of a table against the rest of it. */
export class TableTop {
  readonly grid: CellGrid;
  readonly range: CellRange;
  /** Non-blank rows from the top. */
  readonly rows: readonly number[];
  /** Merged cells by the place of the cell with their text. */
  readonly #merges = new Map<number, CellRange>();

  constructor(grid: CellGrid, range: CellRange, maxRows: number) {
    this.grid = grid;
    this.range = range;
    const rows: number[] = [];
    for (let row = range.top; row <= range.bottom && rows.length < maxRows + maxSampled; row++)
      if (this.filled(row).length > 0) rows.push(row);
    this.rows = rows;
    const last = rows.at(-1) ?? range.top;
    for (const merge of grid.merges)
      if (merge.top >= range.top && merge.top <= last)
        this.#merges.set(placeOf(merge.top, merge.left), merge);
  }

  filled(row: number): number[] {
    return filledCells(this.grid, row, this.range);
  }

  /** All rows below one. */
  rowsBelow(row: number): number[] {
    return Array.from({ length: this.range.bottom - row }, (_, at) => row + at + 1);
  }

  /** Columns with a value in the rows from this place on. */
  columnsFrom(place: number): number[] {
    const columns = new Set(this.rows.slice(place).flatMap((row) => this.filled(row)));
    return [...columns].sort((a, b) => a - b);
  }

  /** Columns whose values in the rows from this place on are mostly numbers, from the left. */
  numericColumns(place: number): number[] {
    const counts = new Map<number, { numbers: number; values: number }>();
    for (const row of this.rows.slice(place)) {
      for (const column of this.filled(row)) {
        if (isMissingMark(this.grid.text(row, column))) continue;
        const count = counts.get(column) ?? { numbers: 0, values: 0 };
        count.values++;
        if (this.grid.kind(row, column) === Kind.number) count.numbers++;
        counts.set(column, count);
      }
    }
    return [...counts]
      .filter(([, { numbers, values }]) => 2 * numbers > values)
      .map(([column]) => column)
      .sort((a, b) => a - b);
  }

  /** Whether a number is written as text over stored numbers: `7`, `11` and `13` below `CHAP.` */
  isNumberAsName(row: number, column: number): boolean {
    if (this.grid.kind(row, column) !== Kind.number || !this.grid.isText(row, column)) return false;
    const below = this.rows.filter((one) => one > row && this.grid.kind(one, column) === Kind.number);
    return below.length > 1 && below.every((one) => !this.grid.isText(one, column));
  }

  /** The labels of a row; without a merged cell, a label is over the blanks to its right that are named below. */
  labels(row: number, below: readonly number[]): TopLabel[] {
    const named = this.namedColumns(below);
    const columns = this.filled(row);
    return columns.map((column, at) => {
      const merge = this.#merges.get(placeOf(row, column));
      const next = columns[at + 1] ?? this.range.right + 1;
      let end = Math.min(merge?.right ?? column, this.range.right);
      if (!merge && named.has(column)) while (end + 1 < next && named.has(end + 1)) end++;
      const goesDown = merge !== undefined && merge.bottom > row;
      return { text: this.grid.text(row, column), column, end, goesDown };
    });
  }

  /** Columns with a label in one of some rows. */
  namedColumns(rows: readonly number[]): Set<number> {
    const named = new Set<number>();
    for (const row of rows) {
      for (const column of this.filled(row)) {
        const right = Math.min(this.#merges.get(placeOf(row, column))?.right ?? column, this.range.right);
        for (let at = column; at <= right; at++) named.add(at);
      }
    }
    return named;
  }

  /** Whether a label begins or ends in the middle of a merged cell of the row below, so that it is over no group of columns. */
  cutsThrough({ column, end }: TopLabel, below: number | undefined): boolean {
    if (below === undefined) return false;
    return this.filled(below).some((left) => {
      const right = this.#merges.get(placeOf(below, left))?.right ?? left;
      return (left < column && column <= right) || (left <= end && end < right);
    });
  }

  /** Such a row names nothing. */
  hasOnlyZeros(row: number): boolean {
    return this.filled(row).every((column) => this.grid.number(row, column) === 0);
  }

  /** `千円 | 人 | %` below the names of columns, perhaps after `単位` at the left. */
  isUnitRow(row: number): boolean {
    const texts = this.#texts(row, this.range.left + 1);
    return areUnits(texts) || isLabelledUnits(this.grid.text(row, this.range.left), texts);
  }

  /** `(1) | (2) | (3)`, `A | B | C=A+B`, `Hour | 1 | 2 | … | 24`: the numbers of columns. */
  isNumberingRow(row: number): boolean {
    const { left, right } = this.range;
    if (countsOn(this.grid, row, left, right)) return true;
    const texts = this.#texts(row, this.range.left);
    return areColumnNumbers(texts) && (!texts.every(isDigits) || this.#isOverWords(row));
  }

  /** `1 | 2` over numbers is a record, unless a column has other values there. */
  #isOverWords(row: number): boolean {
    const place = this.rows.indexOf(row) + 1;
    return this.columnsFrom(place).length > this.numericColumns(place).length;
  }

  #texts(row: number, left: number): string[] {
    return this.filled(row)
      .filter((column) => column >= left)
      .map((column) => this.grid.text(row, column));
  }

  /** Whether all cells have a fill or a line around them. */
  isSetOff(row: number): boolean {
    return this.filled(row).every((column) => this.#hasFrame(row, column));
  }

  #hasFrame(row: number, column: number): boolean {
    const { fill, borders } = this.grid.style(row, column);
    return fill !== null || Object.values(borders).some((line) => line !== null);
  }
}
