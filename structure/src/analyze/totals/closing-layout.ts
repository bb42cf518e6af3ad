import type { TableEnd } from './table-end.js';

/**
 * Where the cells of a row at the end of a table stand, compared with those of the total and of the records. A row that is filled
 * as totals are, and as no record is, closes the table with them.
 */
export class ClosingLayout {
  readonly #end: TableEnd;
  readonly #records: readonly number[];
  /** The columns that the total fills; the first is that of its label. */
  readonly #stated: readonly number[];
  /** Where records have their label. */
  readonly #key: number;

  constructor(end: TableEnd, records: readonly number[]) {
    this.#end = end;
    this.#records = records;
    this.#stated = end.filledIn(end.total);
    this.#key = end.labelColumns[0] ?? -1;
  }

  /** `Tax` where the total has its label, and no record has anything. */
  isLabelledOverBlanks(row: number): boolean {
    const [label = -1] = this.#end.filledIn(row);
    return label === this.#stated[0] && this.#records.every((record) => this.#isBlank(record, label));
  }

  /** `Advance | 60000` where every record has two numbers. */
  isLabelledOverNumbers(row: number): boolean {
    const { cells } = this.#end;
    const [label = -1, value = this.#stated[1] ?? -1, ...others] = this.#end.filledIn(row);
    const areNumbers = (column: number) => this.#records.every((record) => cells.isNumber(record, column));
    return others.length === 0 && !cells.isNumber(row, label) && areNumbers(label) && areNumbers(value);
  }

  /** Without the label that every record has: numbers alone, or whatever else if the total does without it as well. */
  lacksKey(row: number): boolean {
    const lacks = (one: number) => this.#isBlank(one, this.#key);
    const isBare =
      lacks(this.#end.total) || String(this.#end.numbersIn(row)) === String(this.#end.filledIn(row));
    return lacks(row) && isBare && !this.#records.some(lacks);
  }

  /** `Paid by the club | | | | 6000`: an amount where the total has one, and far fewer cells than any record has. */
  hasFewCells(row: number): boolean {
    const filled = this.#end.filledIn(row);
    return (
      filled[0] === this.#stated[0] &&
      filled.every((column) => this.#stated.includes(column)) &&
      this.#end.numbersIn(row).length > 0 &&
      this.#records.every((record) => this.#end.filledIn(record).length >= filled.length + minMore)
    );
  }

  #isBlank(row: number, column: number): boolean {
    return this.#end.cells.isBlank(row, column);
  }
}

/** Cells that records have and totals have not: fewer may be blank by chance. */
const minMore = 2;
