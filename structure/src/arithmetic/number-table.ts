import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import { coarsestUnit, finestUnit, spreadOf } from './units.js';

const MAX_HEADING_ROWS = 3;

/** Whether the parts of an aggregation are beside it in its row, or above and below it in its column. */
export type Direction = 'across' | 'down';

/**
 * The numbers of a grid, presented so that both directions read alike: a pattern says that one field follows
 * from other fields, and holds in some of the records. Across, fields are columns and records are rows; down,
 * the reverse.
 */
export class NumberTable {
  readonly direction: Direction;
  readonly fieldCount: number;
  readonly recordCount: number;
  /** Fields with a number somewhere, and columns whose heading expects numbers, in order. */
  readonly numericFields: readonly number[];
  readonly #grid: CellGrid;
  readonly #range: CellRange;
  readonly #values: Float64Array;
  readonly #finest: Float64Array;
  readonly #coarsest: Float64Array;
  /** Each is NaN until it is asked for: it takes sorting. */
  readonly #spread: Float64Array;
  readonly #awaiting = new Set<number>();
  readonly #labels: (string | undefined)[] = [];
  readonly #labelOf: ((line: number) => string) | undefined;
  #recordUnits: Float64Array | undefined;

  /**
   * `labelOf` names the rows (or columns) of the sheet where the range does not include their labels. Numbers of records that
   * are `leftOut`, columns (or rows) of the sheet, are none.
   */
  constructor(
    grid: CellGrid,
    direction: Direction,
    range: CellRange = wholeOf(grid),
    labelOf?: (line: number) => string,
    leftOut: ReadonlySet<number> = new Set(),
  ) {
    this.direction = direction;
    this.#grid = grid;
    this.#range = range;
    this.#labelOf = labelOf;
    const rows = range.bottom - range.top + 1;
    const columns = range.right - range.left + 1;
    this.fieldCount = direction === 'across' ? columns : rows;
    this.recordCount = direction === 'across' ? rows : columns;
    this.#values = new Float64Array(this.fieldCount * this.recordCount).fill(Number.NaN);
    this.#finest = new Float64Array(this.fieldCount).fill(1);
    this.#coarsest = new Float64Array(this.fieldCount).fill(1);
    this.#spread = new Float64Array(this.fieldCount).fill(Number.NaN);
    const numeric = this.#readFields(leftOut);
    this.numericFields = direction === 'across' ? this.#withAwaiting(numeric) : numeric;
  }

  /** NaN where there is no number. */
  value(record: number, field: number): number {
    return this.#values[record * this.fieldCount + field] ?? Number.NaN;
  }

  /** The numbers of some fields in one record. */
  readValues(record: number, fields: readonly number[], into: Float64Array): void {
    const start = record * this.fieldCount;
    for (let at = 0; at < fields.length; at++)
      into[at] = this.#values[start + (fields[at] as number)] as number;
  }

  /** Whether it is a column with a heading and nothing below. */
  isAwaiting(field: number): boolean {
    return this.#awaiting.has(field);
  }

  /** The last decimal place that the field shows, such as 0.01; 1 where its numbers are whole. */
  finestUnit(field: number): number {
    return this.#finest[field] ?? 1;
  }

  finestUnits(fields: readonly number[]): Float64Array {
    const units = new Float64Array(fields.length);
    for (let at = 0; at < fields.length; at++) units[at] = this.finestUnit(fields[at] as number);
    return units;
  }

  /** The last decimal place that matters in a cell: a row of counts may have a share in it, and so may a column. */
  unitAt(record: number, field: number): number {
    this.#recordUnits ??= this.#readRecordUnits();
    return Math.max(this.finestUnit(field), this.#recordUnits[record] ?? 1);
  }

  /** The power of ten that divides all numbers of the field: 1000 where they were rounded to thousands. */
  coarsestUnit(field: number): number {
    return this.#coarsest[field] ?? 1;
  }

  /** How far apart most numbers of the field are; infinite where there are too few to say. */
  spread(field: number): number {
    const known = this.#spread[field] as number;
    if (!Number.isNaN(known)) return known;
    const numbers: number[] = [];
    for (let record = 0; record < this.recordCount; record++) {
      const value = this.value(record, field);
      if (!Number.isNaN(value)) numbers.push(value);
    }
    const spread = numbers.length === 0 ? 0 : spreadOf(numbers);
    this.#spread[field] = spread;
    return spread;
  }

  cell(record: number, field: number): [row: number, column: number] {
    const { top, left } = this.#range;
    return this.direction === 'across' ? [top + record, left + field] : [top + field, left + record];
  }

  /** The words that name the field: above the numbers of a column, before the numbers of a row. */
  label(field: number): string {
    this.#labels[field] ??= this.#labelOf ? this.#labelOf(this.#firstLine + field) : this.#readLabel(field);
    return this.#labels[field];
  }

  get #firstLine(): number {
    return this.direction === 'across' ? this.#range.left : this.#range.top;
  }

  #readRecordUnits(): Float64Array {
    return Float64Array.from({ length: this.recordCount }, (_, record) => {
      const start = record * this.fieldCount;
      const numbers: number[] = [];
      for (let field = 0; field < this.fieldCount; field++) {
        const value = this.#values[start + field] as number;
        if (!Number.isNaN(value)) numbers.push(value);
      }
      return finestUnit(numbers);
    });
  }

  #readFields(leftOut: ReadonlySet<number>): number[] {
    const numeric: number[] = [];
    const firstRecord = this.direction === 'across' ? this.#range.top : this.#range.left;
    for (let field = 0; field < this.fieldCount; field++) {
      const numbers: number[] = [];
      for (let record = 0; record < this.recordCount; record++) {
        const [row, column] = this.cell(record, field);
        const value = leftOut.has(firstRecord + record) ? Number.NaN : this.#grid.number(row, column);
        this.#values[record * this.fieldCount + field] = value;
        if (!Number.isNaN(value)) numbers.push(value);
      }
      if (numbers.length === 0) continue;
      numeric.push(field);
      this.#finest[field] = finestUnit(numbers);
      this.#coarsest[field] = coarsestUnit(numbers);
    }
    return numeric;
  }

  /** A column of a table in use may have a heading and still be empty, such as next week's quiz. */
  #withAwaiting(numeric: readonly number[]): number[] {
    const first = numeric[0] ?? 0;
    const last = numeric.at(-1) ?? -1;
    const known = new Set(numeric);
    const fields: number[] = [];
    let next = 0;
    for (let field = first; field <= last; field++) {
      if (known.has(field)) {
        fields.push(field);
        next++;
        continue;
      }
      const beside = [numeric[next - 1] ?? first, numeric[next] ?? last];
      const isNamed = this.label(field) !== '' && this.#isBlankBelowHeading(field);
      if (!isNamed || !beside.some((other) => this.#endsAsHeadingOf(field, other))) continue;
      this.#awaiting.add(field);
      fields.push(field);
    }
    return fields;
  }

  /** A heading over several columns ends above the headings of each, and a note begins below the first numbers. */
  #endsAsHeadingOf(field: number, other: number): boolean {
    const end = this.#headingOf(field).end;
    const heading = this.#headingOf(other);
    return end >= heading.end && end <= heading.firstNumber;
  }

  /** The record of the last word above the numbers of a column, and that of the first number. */
  #headingOf(field: number): { end: number; firstNumber: number } {
    let end = -1;
    let firstNumber = this.recordCount;
    for (let record = 0; record < this.recordCount; record++) {
      const [row, column] = this.cell(record, field);
      const kind = this.#grid.kind(row, column);
      if (kind === Kind.text) end = record;
      if (kind !== Kind.number) continue;
      firstNumber = Math.min(firstNumber, record);
      if (end >= 0) break;
    }
    return { end, firstNumber };
  }

  #isBlankBelowHeading(field: number): boolean {
    let texts = 0;
    for (let record = 0; record < this.recordCount; record++) {
      const [row, column] = this.cell(record, field);
      if (!this.#grid.isEmpty(row, column)) texts++;
    }
    return texts <= MAX_HEADING_ROWS;
  }

  #readLabel(field: number): string {
    const words: string[] = [];
    for (let record = 0; record < this.recordCount && words.length < 6; record++) {
      const [row, column] = this.cell(record, field);
      const kind = this.#grid.kind(row, column);
      if (kind === Kind.text) words.push(this.#grid.text(row, column));
      if (kind === Kind.number && words.length > 0) break;
    }
    return words.join(' ');
  }
}

function wholeOf(grid: CellGrid): CellRange {
  return { top: 0, left: 0, bottom: grid.rowCount - 1, right: grid.columnCount - 1 };
}
