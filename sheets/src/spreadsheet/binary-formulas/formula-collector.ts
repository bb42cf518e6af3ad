import { ByteReader } from './byte-reader.js';
import { type FormulaBook, known } from './formula-book.js';
import type { FormulaLayout } from './formula-layouts.js';
import { type Cell, printFormula } from './print-formula.js';

/** A formula in its tokens, and what follows them. */
export interface StoredFormula {
  tokens: Buffer;
  extras: Buffer;
}

export interface CellFormula extends Cell {
  text: string;
}

/** Of all formulas of a file, in bytes and characters; a few bytes could make a million cells share a long one. */
const MAX_WORK = 2 ** 27;
/** More than Excel allows. */
const LONGEST_TOKENS = 2 ** 16;
/** The token of a formula that is stored elsewhere: for a block of cells, or for an array. */
const ELSEWHERE = 0x01;

/** Limits what the formulas of a file may cost; cells beyond it have no formulas. */
export class FormulaBudget {
  #left = MAX_WORK;

  /** Whether there was as much left. */
  take(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}

/** Prints the formulas of one sheet as they come: millions of them in their bytes would take much memory. */
export class FormulaCollector {
  readonly #printed: CellFormula[] = [];
  /** Cells whose formula is shared and comes after them. */
  readonly #waiting: { cell: Cell; origin: string }[] = [];
  readonly #shared = new Map<string, StoredFormula>();
  readonly #layout: FormulaLayout;
  readonly #book: () => FormulaBook;
  readonly #budget: FormulaBudget;
  #last: Cell | undefined;

  constructor(layout: FormulaLayout, book: () => FormulaBook, budget: FormulaBudget) {
    this.#layout = layout;
    this.#book = book;
    this.#budget = budget;
  }

  add(cell: Cell, formula: StoredFormula): void {
    this.#last = cell;
    if (formula.tokens[0] !== ELSEWHERE) {
      this.#print(cell, formula);
      return;
    }
    const origin = this.#originOf(formula);
    if (origin === undefined) return;
    const shared = this.#shared.get(origin);
    if (shared) this.#print(cell, shared);
    else this.#waiting.push({ cell, origin });
  }

  /** A formula of several cells; they refer to it by the first of them, which precedes it in the file. */
  share(first: Cell, formula: StoredFormula): void {
    if (this.#last) this.#shared.set(keyOf(this.#last), formula);
    if (!this.#shared.has(keyOf(first))) this.#shared.set(keyOf(first), formula);
  }

  finish(): CellFormula[] {
    for (const { cell, origin } of this.#waiting) {
      const shared = this.#shared.get(origin);
      if (shared) this.#print(cell, shared);
    }
    return this.#printed;
  }

  #print(cell: Cell, { tokens, extras }: StoredFormula): void {
    const { row, column } = cell;
    if (row >= this.#layout.rows || column >= this.#layout.columns) return;
    if (tokens.length > LONGEST_TOKENS || !this.#budget.take(tokens.length + extras.length)) return;
    const text = printFormula(tokens, extras, cell, this.#layout, this.#book());
    if (text !== undefined && this.#budget.take(text.length)) this.#printed.push({ row, column, text });
  }

  #originOf({ tokens, extras }: StoredFormula): string | undefined {
    return known(() =>
      keyOf(this.#layout.origin(new ByteReader(tokens.subarray(1)), new ByteReader(extras))),
    );
  }
}

function keyOf({ row, column }: Cell): string {
  return `${row} ${column}`;
}
