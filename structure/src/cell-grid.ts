import { CellKind, type CellRange, type CellStyle, plainStyle } from '@workbook-data-service/sheets/grid';
import type { DecimalSign } from './values/decimal-sign.js';
import { readNumber } from './values/read-number.js';

/** The kind of a cell as a person reads it: a text that reads as a number, or a failed formula, is a number. */
export const Kind = CellKind;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** The source of a sheet's cells. */
interface GridSource {
  rowCount: number;
  columnCount: number;
  kind(row: number, column: number): Kind;
  /** Called for text cells, and for others only when their text is needed. */
  text(row: number, column: number): string;
  /** For a numeric cell. */
  number?(row: number, column: number): number;
  /** Whether a cell is stored as text, though it may read as a number; by its kind if not given. */
  isText?(row: number, column: number): boolean;
  /** What parts the decimals of the numbers that are written as text in a column; a point if not given. */
  decimalSign?(column: number, text: string): DecimalSign;
  style?(row: number, column: number): CellStyle;
  formula?(row: number, column: number): string | undefined;
  merges?: readonly CellRange[];
  hiddenRows?: ReadonlySet<number>;
  hiddenColumns?: ReadonlySet<number>;
}

/** In the place of the kind of a cell that nobody has asked for yet: parts of a sheet are often asked for their first rows alone. */
const UNSEEN = 255;

/** A sheet as the structuring steps read it: rows and columns count from 0. */
export class CellGrid {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly merges: readonly CellRange[];
  readonly #source: GridSource;
  readonly #kinds: Uint8Array;
  readonly #numbers: Float64Array;

  constructor(source: GridSource) {
    this.rowCount = source.rowCount;
    this.columnCount = source.columnCount;
    this.merges = source.merges ?? [];
    this.#source = source;
    this.#kinds = new Uint8Array(source.rowCount * source.columnCount).fill(UNSEEN);
    this.#numbers = new Float64Array(source.rowCount * source.columnCount);
  }

  /** A grid from the records of a CSV file, whose cells are all text. */
  static ofTexts(rows: readonly (readonly string[])[]): CellGrid {
    return new CellGrid({
      rowCount: rows.length,
      columnCount: rows.reduce((most, row) => Math.max(most, row.length), 0),
      kind: (row, column) => (/\S/.test(rows[row]?.[column] ?? '') ? Kind.text : Kind.empty),
      text: (row, column) => rows[row]?.[column] ?? '',
    });
  }

  /** The same sheet with some cells left out. */
  without(isLeftOut: (row: number, column: number) => boolean): CellGrid {
    const source = this.#source;
    return new CellGrid({
      ...source,
      kind: (row, column) => (isLeftOut(row, column) ? Kind.empty : source.kind(row, column)),
    });
  }

  /** A part of the sheet as a sheet of its own. */
  part({ top, left, bottom, right }: CellRange): CellGrid {
    const source = this.#source;
    const isInside = (range: CellRange) =>
      range.top >= top && range.left >= left && range.bottom <= bottom && range.right <= right;
    return new CellGrid({
      rowCount: bottom - top + 1,
      columnCount: right - left + 1,
      kind: (row, column) => this.kind(top + row, left + column),
      text: (row, column) => source.text(top + row, left + column),
      number: (row, column) => this.number(top + row, left + column),
      isText: (row, column) => this.isText(top + row, left + column),
      style: (row, column) => this.style(top + row, left + column),
      formula: (row, column) => this.formula(top + row, left + column),
      merges: this.merges.filter(isInside).map((range) => moved(range, -top, -left)),
    });
  }

  kind(row: number, column: number): Kind {
    const at = row * this.columnCount + column;
    const kind = this.#kinds[at] ?? Kind.empty;
    return (kind === UNSEEN ? this.#look(at) : kind) as Kind;
  }

  isEmpty(row: number, column: number): boolean {
    return this.kind(row, column) === Kind.empty;
  }

  /** Whether a cell is stored as text, even if it reads as a number. */
  isText(row: number, column: number): boolean {
    const { isText, kind } = this.#source;
    return isText ? isText(row, column) : kind(row, column) === Kind.text;
  }

  /** NaN where the cell is not a number, or an error in the place of one. */
  number(row: number, column: number): number {
    return this.kind(row, column) === Kind.number
      ? (this.#numbers[row * this.columnCount + column] ?? Number.NaN)
      : Number.NaN;
  }

  /** As the sheet shows it; '' for an empty cell. */
  text(row: number, column: number): string {
    return this.isEmpty(row, column) ? '' : this.#source.text(row, column);
  }

  style(row: number, column: number): CellStyle {
    return this.#source.style?.(row, column) ?? plainStyle;
  }

  formula(row: number, column: number): string | undefined {
    return this.#source.formula?.(row, column);
  }

  #look(at: number): Kind {
    const { kind, number } = this.#read(Math.floor(at / this.columnCount), at % this.columnCount);
    this.#kinds[at] = kind;
    this.#numbers[at] = number;
    return kind;
  }

  #read(row: number, column: number): { kind: Kind; number: number } {
    const source = this.#source;
    const kind = source.kind(row, column);
    // `#REF!` stands where a formula should have computed a number.
    if (kind === Kind.error) return { kind: Kind.number, number: Number.NaN };
    if (kind === Kind.number) return { kind, number: source.number?.(row, column) ?? Number.NaN };
    if (kind !== Kind.text) return { kind, number: Number.NaN };
    const text = source.text(row, column);
    const number = readNumber(text, source.decimalSign?.(column, text));
    if (!Number.isNaN(number)) return { kind: Kind.number, number };
    return { kind: /\S/.test(text) ? kind : Kind.empty, number };
  }
}

/** A range that stands lower and further to the right. */
export function moved({ top, left, bottom, right }: CellRange, rows: number, columns: number): CellRange {
  return { top: top + rows, left: left + columns, bottom: bottom + rows, right: right + columns };
}
