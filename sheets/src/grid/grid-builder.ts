import { damaged, tooComplex } from '../core/file-error.js';
import { CellKind, type Formulas, type GridColumn, type SharedFormula } from './grid.js';
import { gridLimits } from './grid-limits.js';

/** In slots: the cost of a column even if it has a single cell. */
const COLUMN_COST = 64;
/** Typed arrays of up to 64 bytes are the cheapest to create. */
const FIRST_SLOTS = 8;

/** The memory limit for the grids of one file, shared by its sheets. */
export class CellBudget {
  #cells = 0;
  #slots = 0;

  takeCell(slots: number): void {
    this.#cells += 1;
    if (this.#cells > gridLimits.cells) throw tooComplex('file-many-cells', { cells: gridLimits.cells });
    if (slots > 0) this.#takeSlots(slots);
  }

  takeColumn(): void {
    this.#takeSlots(COLUMN_COST);
  }

  #takeSlots(slots: number): void {
    this.#slots += slots;
    const { slots: most, slotsOfAny, slotsPerCell } = gridLimits;
    if (this.#slots > Math.min(most, slotsOfAny + slotsPerCell * this.#cells))
      throw tooComplex('file-scattered');
  }
}

/** Collects the cells of one sheet, in any order, into columns. */
export class GridBuilder {
  readonly #columns: (ColumnBuilder | undefined)[] = [];
  readonly #budget: CellBudget;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  /** A cell that is added twice has the last value. */
  add(row: number, column: number, kind: number, value: number, style: number): void {
    const builder = this.#column(row, column);
    this.#budget.takeCell(builder.growth(row));
    builder.add(row, kind, value, style);
  }

  addFormula(row: number, column: number, formula: FormulaSource): void {
    this.#column(row, column).formulas.set(row, formula);
  }

  /** The columns so far that lie in a range. */
  columnsBetween(left: number, right: number): ColumnBuilder[] {
    return this.#columns.slice(left, right + 1).filter((column) => column !== undefined);
  }

  finish(): { rowCount: number; columns: (GridColumn | null)[] } {
    const columns = Array.from(this.#columns, (column) => column?.finish() ?? null);
    const ends = columns.map((column) => (column ? valueEnd(column) : 0));
    while (ends.at(-1) === 0) ends.pop();
    return {
      rowCount: ends.reduce((most, end) => Math.max(most, end), 0),
      columns: columns.slice(0, ends.length),
    };
  }

  #column(row: number, column: number): ColumnBuilder {
    let builder = this.#columns[column];
    if (!builder) {
      if (row >= gridLimits.rows || column >= gridLimits.columns) throw damaged('cell-outside-sheet');
      this.#budget.takeColumn();
      builder = new ColumnBuilder(column, row);
      this.#columns[column] = builder;
    }
    return builder;
  }
}

/** One past the last row of a column with a value or a formula; styles alone do not count. */
function valueEnd({ firstRow, kinds, formulas }: GridColumn): number {
  let slot = kinds.length;
  while (slot > 0 && kinds[slot - 1] === CellKind.empty && !formulas.has(firstRow + slot - 1)) slot--;
  return slot === 0 ? 0 : firstRow + slot;
}

/** A formula's text, or what it is shared from: most cells of a shared formula are never read. */
type FormulaSource = string | SharedFormula;

class ColumnBuilder {
  readonly formulas = new Map<number, FormulaSource>();
  readonly position: number;
  #firstRow: number;
  #length = 0;
  #kinds = new Uint8Array(FIRST_SLOTS);
  #values = new Float64Array(FIRST_SLOTS);
  #styles: Uint16Array | null = null;

  constructor(position: number, firstRow: number) {
    this.position = position;
    this.#firstRow = firstRow;
  }

  /** How many slots a cell in that row would add. */
  growth(row: number): number {
    if (row < this.#firstRow) return this.#firstRow - row;
    return Math.max(0, row - this.#firstRow + 1 - this.#length);
  }

  add(row: number, kind: number, value: number, style: number): void {
    if (row < this.#firstRow) this.#startAt(row);
    const slot = row - this.#firstRow;
    if (slot >= this.#length) {
      if (row >= gridLimits.rows) throw damaged('cell-outside-sheet');
      this.#length = slot + 1;
      if (slot >= this.#kinds.length) this.#resize(Math.max(this.#length, this.#kinds.length * 2));
    }
    this.#kinds[slot] = kind;
    this.#values[slot] = value;
    if (style === 0) {
      if (this.#styles) this.#styles[slot] = 0;
      return;
    }
    this.#styles ??= new Uint16Array(this.#kinds.length);
    this.#styles[slot] = style;
  }

  /** Whether a row up to the last cell so far has no value. */
  isBlank(row: number): boolean {
    const slot = row - this.#firstRow;
    return slot < this.#length && (this.#kinds[slot] ?? CellKind.empty) === CellKind.empty;
  }

  /** The rows of a range whose cells have a value. */
  *filledRows(top: number, bottom: number): Generator<number> {
    const end = Math.min(bottom + 1, this.#firstRow + this.#length);
    for (let row = Math.max(top, this.#firstRow); row < end; row++) {
      if (this.#kinds[row - this.#firstRow] !== CellKind.empty) yield row;
    }
  }

  finish(): GridColumn | null {
    if (this.#length === 0) return null;
    this.#resize(this.#length);
    return {
      firstRow: this.#firstRow,
      kinds: this.#kinds,
      values: this.#values,
      styles: this.#styles,
      formulas: this.formulas.size === 0 ? noFormulas : new ColumnFormulas(this.position, this.formulas),
    };
  }

  /** Rows are almost always in order, but a file may break the rule. */
  #startAt(row: number): void {
    const before = this.#firstRow - row;
    this.#kinds = shifted(this.#kinds, new Uint8Array(before + this.#length), before);
    this.#values = shifted(this.#values, new Float64Array(before + this.#length), before);
    if (this.#styles) this.#styles = shifted(this.#styles, new Uint16Array(before + this.#length), before);
    this.#length += before;
    this.#firstRow = row;
  }

  #resize(length: number): void {
    this.#kinds = shifted(this.#kinds, new Uint8Array(length), 0);
    this.#values = shifted(this.#values, new Float64Array(length), 0);
    if (this.#styles) this.#styles = shifted(this.#styles, new Uint16Array(length), 0);
  }
}

function shifted<A extends Uint8Array | Uint16Array | Float64Array>(from: A, to: A, by: number): A {
  to.set(from.length > to.length - by ? from.subarray(0, to.length - by) : from, by);
  return to;
}

class ColumnFormulas implements Formulas {
  readonly #column: number;
  readonly #formulas: ReadonlyMap<number, FormulaSource>;

  constructor(column: number, formulas: ReadonlyMap<number, FormulaSource>) {
    this.#column = column;
    this.#formulas = formulas;
  }

  get size(): number {
    return this.#formulas.size;
  }

  has(row: number): boolean {
    return this.#formulas.has(row);
  }

  get(row: number): string | undefined {
    const source = this.#formulas.get(row);
    return typeof source === 'object' ? source.at(row, this.#column) : source;
  }

  sharedAt(row: number): SharedFormula | undefined {
    const source = this.#formulas.get(row);
    return typeof source === 'object' ? source : undefined;
  }

  keys(): Iterable<number> {
    return this.#formulas.keys();
  }
}

export const noFormulas: Formulas = new Map<number, string>();
