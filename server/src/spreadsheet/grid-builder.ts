import { problem } from '../core/problems.js';
import { CellKind, type GridColumn } from './grid.js';
import { limits } from './limits.js';

/** Room in the grids of one file, shared by its sheets. */
export class CellBudget {
  #cells: number = limits.cells;
  #slots: number = limits.slots;

  take(slots: number): void {
    this.#cells -= 1;
    this.#slots -= slots;
    if (this.#cells < 0) throw problem('file-too-complex', `The file holds more than ${limits.cells} cells.`);
    if (this.#slots < 0) throw problem('file-too-complex', 'The cells of the file are scattered too widely.');
  }
}

/** Collects the cells of one sheet, row by row, into columns. */
export class GridBuilder {
  readonly texts: string[] = [];
  readonly #columns: (ColumnBuilder | undefined)[] = [];
  readonly #budget: CellBudget;
  #rowCount = 0;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  addText(row: number, column: number, kind: number, text: string, format: number): void {
    this.add(row, column, kind, this.texts.push(text) - 1, format);
  }

  add(row: number, column: number, kind: number, value: number, format: number): void {
    if (row >= limits.rows || column >= limits.columns) {
      throw problem('unreadable-file', 'A cell lies outside the sheet.');
    }
    const builder = this.#column(column, row);
    this.#budget.take(builder.growth(row));
    builder.add(row, kind, value, format);
    if (row >= this.#rowCount) this.#rowCount = row + 1;
  }

  addFormula(row: number, column: number, formula: string): void {
    this.#column(column, row).formulas.set(row, formula);
  }

  finish(): { rowCount: number; columns: (GridColumn | null)[] } {
    const columns = Array.from(this.#columns, (column) => column?.finish() ?? null);
    return { rowCount: this.#rowCount, columns };
  }

  #column(column: number, row: number): ColumnBuilder {
    let builder = this.#columns[column];
    if (!builder) {
      builder = new ColumnBuilder(row);
      this.#columns[column] = builder;
    }
    return builder;
  }
}

class ColumnBuilder {
  readonly formulas = new Map<number, string>();
  readonly #firstRow: number;
  #length = 0;
  #kinds = new Uint8Array(16);
  #values = new Float64Array(16);
  #formats: Uint16Array | null = null;

  constructor(firstRow: number) {
    this.#firstRow = firstRow;
  }

  growth(row: number): number {
    return Math.max(0, row - this.#firstRow + 1 - this.#length);
  }

  add(row: number, kind: number, value: number, format: number): void {
    const slot = row - this.#firstRow;
    if (slot >= this.#length) this.#length = slot + 1;
    if (slot >= this.#kinds.length) this.#resize(Math.max(this.#length, this.#kinds.length * 2));
    this.#kinds[slot] = kind;
    this.#values[slot] = value;
    if (format === 0) return;
    this.#formats ??= new Uint16Array(this.#kinds.length);
    this.#formats[slot] = format;
  }

  finish(): GridColumn | null {
    if (!this.#kinds.some((kind) => kind !== CellKind.empty)) return null;
    this.#resize(this.#length);
    const { formulas } = this;
    return {
      firstRow: this.#firstRow,
      kinds: this.#kinds,
      values: this.#values,
      formats: this.#formats,
      formulas,
    };
  }

  #resize(length: number): void {
    this.#kinds = resized(this.#kinds, new Uint8Array(length));
    this.#values = resized(this.#values, new Float64Array(length));
    if (this.#formats) this.#formats = resized(this.#formats, new Uint16Array(length));
  }
}

function resized<A extends Uint8Array | Uint16Array | Float64Array>(from: A, to: A): A {
  to.set(from.length > to.length ? from.subarray(0, to.length) : from);
  return to;
}
