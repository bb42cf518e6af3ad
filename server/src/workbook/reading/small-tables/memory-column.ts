import type { ColumnType } from '@workbook-data-service/sheets/values';
import { compareByUtf8, compareUnits, hasSurrogates } from './compare-texts.js';
import { hasPlainCase } from './search-text.js';
import type { Value } from './stored-value.js';

export type Ordering = (row: number, other: number) => number;

/** The cells of a column, by the place of their row. */
export interface MemoryColumn {
  readonly type: ColumnType;
  /** The approximate memory that they take. */
  readonly bytes: number;
  /** Whether all are texts that can be searched here. */
  readonly hasPlainCase: boolean;
  isEmpty(row: number): boolean;
  /** Of a cell that is not empty. */
  valueAt(row: number): Value;
  /** How cells compare with a value, as the engine orders them; NaN where one is empty. */
  comparedWith(value: Value): (row: number) => number;
  /** Orders rows by their cells, empty ones last, and by what is `next` where these are equal. */
  ordering(descending: boolean, next: Ordering): Ordering;
  /** At the end if the row is new. */
  set(row: number, value: Value | null): void;
  /** The cells of these rows, in this order. */
  take(rows: Int32Array): MemoryColumn;
  /** Whether it can hold the value; otherwise `widened` can. */
  holds(value: Value | null): boolean;
  widened(): MemoryColumn;
}

export function emptyColumn(type: ColumnType): MemoryColumn {
  return type === 'VARCHAR' || type === 'JSON' ? new TextColumn(type, []) : NumberColumn.of(type, 0);
}

/** Doubles, and whatever is counted in numbers that are safe integers. */
class NumberColumn implements MemoryColumn {
  readonly hasPlainCase = false;

  private constructor(
    readonly type: ColumnType,
    private values: Float64Array,
    private filled: Uint8Array,
    private length: number,
  ) {}

  static of(type: ColumnType, length: number): NumberColumn {
    return new NumberColumn(type, new Float64Array(length), new Uint8Array(length), length);
  }

  get bytes(): number {
    return this.values.byteLength + this.filled.byteLength;
  }

  isEmpty(row: number): boolean {
    return this.filled[row] === 0;
  }

  valueAt(row: number): number {
    return this.values[row] as number;
  }

  comparedWith(value: Value): (row: number) => number {
    const { values, filled } = this;
    return (row) =>
      filled[row] === 1 ? compareNumbers(values[row] as number, value as number | bigint) : Number.NaN;
  }

  ordering(descending: boolean, next: Ordering): Ordering {
    const { values, filled } = this;
    const sign = descending ? -1 : 1;
    return (row, other) => {
      if (filled[row] === 0 || filled[other] === 0)
        return (filled[other] as number) - (filled[row] as number) || next(row, other);
      return sign * compareNumbers(values[row] as number, values[other] as number) || next(row, other);
    };
  }

  set(row: number, value: Value | null): void {
    if (row >= this.values.length) this.#grow(row + 1);
    if (row >= this.length) this.length = row + 1;
    this.values[row] = value === null ? 0 : (value as number);
    this.filled[row] = value === null ? 0 : 1;
  }

  take(rows: Int32Array): NumberColumn {
    const taken = NumberColumn.of(this.type, rows.length);
    for (let i = 0; i < rows.length; i += 1) {
      taken.values[i] = this.values[rows[i] as number] as number;
      taken.filled[i] = this.filled[rows[i] as number] as number;
    }
    return taken;
  }

  holds(value: Value | null): boolean {
    return typeof value !== 'bigint';
  }

  widened(): MemoryColumn {
    const values = Array.from({ length: this.length }, (_, row) =>
      this.isEmpty(row) ? null : this.valueAt(row),
    );
    return new LongNumberColumn(this.type, values);
  }

  #grow(length: number): void {
    const capacity = Math.max(length, Math.ceil(this.values.length * 1.25), 64);
    const [values, filled] = [new Float64Array(capacity), new Uint8Array(capacity)];
    values.set(this.values);
    filled.set(this.filled);
    this.values = values;
    this.filled = filled;
  }
}

/** As the engine, for which NaN is one value, and greater than all others. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself.
  return a === b ? 0 : Number(a !== a) - Number(b !== b);
}

function comparedWith<T>(
  values: readonly (T | null)[],
  value: T,
  compare: (a: T, b: T) => number,
): (row: number) => number {
  return (row) => {
    const own = values[row] as T | null;
    return own === null ? Number.NaN : compare(own, value);
  };
}

function orderingOf<T>(
  values: readonly (T | null)[],
  compare: (a: T, b: T) => number,
  descending: boolean,
  next: Ordering,
): Ordering {
  const sign = descending ? -1 : 1;
  return (row, other) => {
    const a = values[row] as T | null;
    const b = values[other] as T | null;
    if (a === null || b === null) return Number(a === null) - Number(b === null) || next(row, other);
    return sign * compare(a, b) || next(row, other);
  };
}

/** Whole numbers of which some are longer than a double can hold. */
class LongNumberColumn implements MemoryColumn {
  readonly hasPlainCase = false;

  constructor(
    readonly type: ColumnType,
    private readonly values: (number | bigint | null)[],
  ) {}

  get bytes(): number {
    return this.values.length * 32;
  }

  isEmpty(row: number): boolean {
    return this.values[row] === null;
  }

  valueAt(row: number): number | bigint {
    return this.values[row] as number | bigint;
  }

  comparedWith(value: Value): (row: number) => number {
    return comparedWith(this.values, value as number | bigint, compareNumbers);
  }

  ordering(descending: boolean, next: Ordering): Ordering {
    return orderingOf(this.values, compareNumbers, descending, next);
  }

  set(row: number, value: Value | null): void {
    this.values[row] = value as number | bigint | null;
  }

  take(rows: Int32Array): LongNumberColumn {
    return new LongNumberColumn(
      this.type,
      Array.from(rows, (row) => this.values[row] as number | bigint | null),
    );
  }

  holds(): boolean {
    return true;
  }

  widened(): MemoryColumn {
    return this;
  }
}

/** Beside its characters. */
const BYTES_OF_A_TEXT = 24;

class TextColumn implements MemoryColumn {
  #characters = 0;
  #hasSurrogates = false;
  #hasPlainCase = true;

  constructor(
    readonly type: ColumnType,
    private readonly values: (string | null)[],
  ) {}

  get bytes(): number {
    return this.values.length * BYTES_OF_A_TEXT + this.#characters * 2;
  }

  get hasPlainCase(): boolean {
    return this.#hasPlainCase;
  }

  isEmpty(row: number): boolean {
    return this.values[row] === null;
  }

  valueAt(row: number): string {
    return this.values[row] as string;
  }

  comparedWith(value: Value): (row: number) => number {
    return comparedWith(this.values, value as string, this.#comparison(value as string));
  }

  ordering(descending: boolean, next: Ordering): Ordering {
    return orderingOf(this.values, this.#comparison(), descending, next);
  }

  #comparison(value = ''): typeof compareByUtf8 {
    return this.#hasSurrogates || hasSurrogates(value) ? compareByUtf8 : compareUnits;
  }

  set(row: number, value: Value | null): void {
    const text = value as string | null;
    this.#characters += (text?.length ?? 0) - (this.values[row]?.length ?? 0);
    if (text !== null && this.#hasPlainCase && !hasPlainCase(text)) this.#hasPlainCase = false;
    // Surrogates have no plain case.
    if (text !== null && !this.#hasPlainCase && hasSurrogates(text)) this.#hasSurrogates = true;
    this.values[row] = text;
  }

  take(rows: Int32Array): TextColumn {
    const taken = new TextColumn(this.type, new Array<string | null>(rows.length));
    for (let i = 0; i < rows.length; i += 1) {
      const text = this.values[rows[i] as number] as string | null;
      taken.values[i] = text;
      taken.#characters += text?.length ?? 0;
    }
    taken.#hasSurrogates = this.#hasSurrogates;
    taken.#hasPlainCase = this.#hasPlainCase;
    return taken;
  }

  holds(): boolean {
    return true;
  }

  widened(): MemoryColumn {
    return this;
  }
}
