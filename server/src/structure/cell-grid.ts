import type { CellRange, CellStyle } from '../xlsx/grid.js';
import { plainStyle } from '../xlsx/grid.js';
import { readNumber } from './read-number.js';

/** What a cell holds, as a person sees it: a text that reads as a number is a number. */
export const Kind = { empty: 0, text: 1, number: 2, boolean: 3, error: 4, date: 5 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** One cell as its source gives it; `number` of a date is its serial. */
export interface SourceCell {
  kind: Kind;
  text: string;
  number?: number;
}

export interface GridSource {
  rowCount: number;
  columnCount: number;
  cell(row: number, column: number): SourceCell;
  style?(row: number, column: number): CellStyle;
  formula?(row: number, column: number): string | undefined;
  merges?: readonly CellRange[];
  hiddenRows?: ReadonlySet<number>;
  hiddenColumns?: ReadonlySet<number>;
}

/** A sheet as the steps of structuring look at it: rows and columns count from 0. */
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
    this.#kinds = new Uint8Array(source.rowCount * source.columnCount);
    this.#numbers = new Float64Array(source.rowCount * source.columnCount).fill(Number.NaN);
    for (let row = 0; row < source.rowCount; row++) {
      for (let column = 0; column < source.columnCount; column++) this.#look(row, column);
    }
  }

  /** Of the records of a CSV file, whose cells are all text. */
  static ofTexts(rows: readonly (readonly string[])[]): CellGrid {
    return new CellGrid({
      rowCount: rows.length,
      columnCount: rows.reduce((most, row) => Math.max(most, row.length), 0),
      cell: (row, column) => {
        const text = rows[row]?.[column] ?? '';
        return { kind: /\S/.test(text) ? Kind.text : Kind.empty, text };
      },
    });
  }

  /** The same sheet as if some cells were empty. */
  without(isLeftOut: (row: number, column: number) => boolean): CellGrid {
    const source = this.#source;
    return new CellGrid({
      ...source,
      cell: (row, column) =>
        isLeftOut(row, column) ? { kind: Kind.empty, text: '' } : source.cell(row, column),
    });
  }

  kind(row: number, column: number): Kind {
    return (this.#kinds[row * this.columnCount + column] ?? Kind.empty) as Kind;
  }

  isEmpty(row: number, column: number): boolean {
    return this.kind(row, column) === Kind.empty;
  }

  /** NaN where the cell is not a number. */
  number(row: number, column: number): number {
    return this.#numbers[row * this.columnCount + column] ?? Number.NaN;
  }

  /** As the sheet shows it; '' where the cell is empty. */
  text(row: number, column: number): string {
    return this.isEmpty(row, column) ? '' : this.#source.cell(row, column).text;
  }

  style(row: number, column: number): CellStyle {
    return this.#source.style?.(row, column) ?? plainStyle;
  }

  formula(row: number, column: number): string | undefined {
    return this.#source.formula?.(row, column);
  }

  #look(row: number, column: number): void {
    const { kind, text, number } = this.#source.cell(row, column);
    if (kind === Kind.empty || (kind === Kind.text && !/\S/.test(text))) return;
    const at = row * this.columnCount + column;
    const value =
      kind === Kind.text ? readNumber(text) : kind === Kind.number ? (number ?? Number.NaN) : Number.NaN;
    this.#kinds[at] = Number.isNaN(value) ? kind : Kind.number;
    this.#numbers[at] = value;
  }
}
