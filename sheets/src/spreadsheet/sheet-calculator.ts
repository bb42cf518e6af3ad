import { FormulaRefused } from '../formula/formula-refused.js';
import type { Scalar } from '../formula/formula-values.js';
import type { CellBlock } from '../formula/function-kinds.js';
import { evaluateSheetFormula, parseSheetFormula, type SheetFormula } from '../formula/sheet-formula.js';
import type { Sheet } from '../grid/grid.js';
import { cellKey, cellOfKey } from './cell-key.js';
import { storedValue } from './stored-value.js';
import type { ReferredRange, WorkbookReferences } from './workbook-references.js';

/** How many cells may wait for each other on the stack; a longer chain is computed from its other end. */
const longestChain = 100;
/** Of one file: what is beyond has no result. */
const maxFormulas = 500_000;
const maxReads = 10_000_000;
/** Formulas that are remembered, so that they need not be parsed again. */
const maxParsed = 10_000;
/** The cells of ranges that are remembered together, with what lookups found in them. */
const maxRemembered = 1_000_000;

/** What is a subtotal itself is not counted again by one. */
const subtotalCall = /\b(?:SUBTOTAL|AGGREGATE)\(/i;

/** The cells of a workbook that differ from those of its sheets, by key. */
interface CellChanges {
  values: ReadonlyMap<number, Scalar>;
  formulas: ReadonlyMap<number, string>;
  /** Formulas whose stored result no longer counts. */
  stale: ReadonlySet<number>;
}

const unchanged: CellChanges = { values: new Map(), formulas: new Map(), stale: new Set() };

/** Thrown where a cell depends on itself, on what cannot be computed, or on too much. */
class NotComputable extends Error {}
/** One for all, since creating an error is slow. */
const notComputable = new NotComputable();

class ChainTooLong extends Error {
  readonly next: number;

  constructor(next: number) {
    super();
    this.next = next;
  }
}

/** Computes formulas of a workbook, each with those that it depends on. */
export class SheetCalculator {
  readonly #sheets: readonly Sheet[];
  readonly #references: WorkbookReferences;
  readonly #changes: CellChanges;
  /** Undefined for those that cannot be computed. */
  readonly #results = new Map<number, Scalar | undefined>();
  /** The cells that wait for another: those on the stack, and those that left it because it grew too high. */
  readonly #open = new Set<number>();
  readonly #suspended = new Set<number>();
  readonly #columns: SheetColumns[];
  readonly #formulas = new Map<string, SheetFormula>();
  readonly #blocks = new Map<string, CellBlock>();
  #rememberedCells = 0;
  #reads = 0;

  constructor(sheets: readonly Sheet[], references: WorkbookReferences, changes = unchanged) {
    this.#sheets = sheets;
    this.#references = references;
    this.#changes = changes;
    this.#columns = sheets.map((sheet) => new SheetColumns(sheet));
    for (const [key, value] of changes.values) this.#change(key, value);
    for (const keys of [changes.stale, changes.formulas.keys()]) {
      for (const key of keys) this.#change(key, undefined);
    }
  }

  #change(key: number, value: Scalar | undefined): void {
    const { sheet, row, column } = cellOfKey(key);
    this.#columns[sheet]?.change(row, column, value);
  }

  /** The result of a formula, or undefined where it cannot be computed. */
  resultOf(key: number): Scalar | undefined {
    const waiting = [key];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      this.#suspended.delete(next);
      try {
        this.#compute(next);
      } catch (error) {
        if (error instanceof ChainTooLong) {
          this.#suspended.add(next);
          waiting.push(error.next);
          continue;
        }
        if (!(error instanceof NotComputable)) throw error;
      }
      waiting.pop();
    }
    return this.#results.get(key);
  }

  #compute(key: number): Scalar {
    if (this.#results.has(key)) {
      const known = this.#results.get(key);
      if (known === undefined) throw notComputable;
      return known;
    }
    if (this.#open.has(key) || this.#suspended.has(key)) throw notComputable;
    if (this.#open.size >= longestChain) throw new ChainTooLong(key);
    this.#open.add(key);
    try {
      // A formula that refers to an empty cell shows 0.
      const result = this.#evaluate(key) ?? 0;
      this.#results.set(key, result);
      return result;
    } catch (error) {
      if (error instanceof NotComputable || error instanceof FormulaRefused) {
        this.#results.set(key, undefined);
        throw notComputable;
      }
      throw error;
    } finally {
      this.#open.delete(key);
    }
  }

  #evaluate(key: number): Scalar {
    const { sheet, row, column } = cellOfKey(key);
    const formula = this.#formulaAt(sheet, row, column);
    const isTooMuch = this.#results.size >= maxFormulas || this.#reads > maxReads;
    if (formula === undefined || isTooMuch) throw notComputable;
    const { text, references } = this.#references.resolve(formula, { sheet, row, column });
    if (text === null) throw notComputable;
    const parsed = this.#parsed(text);
    if (parsed.usesDates && this.#sheets[sheet]?.dateSystem === '1904') throw notComputable;
    return evaluateSheetFormula(parsed, (index) => this.#blockOf(references[index] as ReferredRange));
  }

  /** The formulas of a column differ only in the cells that they refer to. */
  #parsed(text: string): SheetFormula {
    const known = this.#formulas.get(text);
    if (known) return known;
    if (this.#formulas.size >= maxParsed) this.#formulas.clear();
    const parsed = parseSheetFormula(text);
    this.#formulas.set(text, parsed);
    return parsed;
  }

  #blockOf(range: ReferredRange): CellBlock {
    if (range.top === range.bottom && range.left === range.right) return this.#read(range);
    const place = [range.sheet, range.top, range.left, range.bottom, range.right].join();
    const known = this.#blocks.get(place);
    if (known) return known;
    const block = this.#read(range);
    const size = 1 + block.usedRows * block.usedColumns;
    if (size > maxRemembered) return block;
    if (this.#rememberedCells + size > maxRemembered) {
      this.#blocks.clear();
      this.#rememberedCells = 0;
    }
    this.#blocks.set(place, block);
    this.#rememberedCells += size;
    return block;
  }

  #read(range: ReferredRange): CellBlock {
    const { sheet, top, left } = range;
    const cells = this.#columns[sheet] as SheetColumns;
    const compute = (row: number, column: number) => this.#compute(cellKey(sheet, row, column));
    const [rows, columns] = [range.bottom - top + 1, range.right - left + 1];
    const at = (row: number, column: number): Scalar => {
      this.#countRead();
      return cells.valueAt(top + row, left + column, compute);
    };
    const used = {
      usedRows: Math.max(0, Math.min(rows, cells.rowCount - top)),
      usedColumns: Math.max(0, Math.min(columns, cells.columnCount - left)),
    };
    const values = function* (isLeftOut?: (row: number, column: number) => boolean): Generator<Scalar> {
      for (let column = 0; column < used.usedColumns; column++) {
        for (let row = 0; row < used.usedRows; row++) {
          if (!isLeftOut?.(top + row, left + column)) yield at(row, column);
        }
      }
    };
    const subtotalValues = (withHiddenRows: boolean) =>
      values((row, column) => this.#isOutsideSubtotals(sheet, row, column, withHiddenRows));
    return { rows, columns, ...used, at, values: () => values(), subtotalValues };
  }

  #isOutsideSubtotals(sheet: number, row: number, column: number, withHiddenRows: boolean): boolean {
    this.#countRead();
    const { hiddenRows, rowOutline } = this.#sheets[sheet] as Sheet;
    if (hiddenRows.has(row)) {
      if (!withHiddenRows) return true;
      // A filter leaves rows out that otherwise count; which of them hid this one, the file does not tell.
      if (!rowOutline.has(row)) throw notComputable;
    }
    return subtotalCall.test(this.#formulaAt(sheet, row, column) ?? '');
  }

  #formulaAt(sheet: number, row: number, column: number): string | undefined {
    const key = cellKey(sheet, row, column);
    if (this.#changes.values.has(key)) return undefined;
    return this.#changes.formulas.get(key) ?? this.#sheets[sheet]?.columns[column]?.formulas.get(row);
  }

  #countRead(): void {
    if (++this.#reads > maxReads) throw notComputable;
  }
}

/** The cells of a sheet with their changes, by column and row, so that reading millions of them is cheap. */
class SheetColumns {
  rowCount: number;
  columnCount: number;
  readonly #sheet: Sheet;
  /** Undefined for formulas that are to be computed. */
  readonly #changed: (Map<number, Scalar | undefined> | undefined)[] = [];

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.rowCount = sheet.rowCount;
    this.columnCount = sheet.columns.length;
  }

  change(row: number, column: number, value: Scalar | undefined): void {
    this.rowCount = Math.max(this.rowCount, row + 1);
    this.columnCount = Math.max(this.columnCount, column + 1);
    const rows = this.#changed[column] ?? new Map<number, Scalar | undefined>();
    this.#changed[column] = rows.set(row, value);
  }

  valueAt(row: number, column: number, compute: (row: number, column: number) => Scalar): Scalar {
    const changed = this.#changed[column];
    if (changed?.has(row)) {
      const value = changed.get(row);
      return value === undefined ? compute(row, column) : value;
    }
    const stored = storedValue(this.#sheet, row, column);
    if (stored === null && this.#sheet.columns[column]?.formulas.has(row)) return compute(row, column);
    return stored;
  }
}
