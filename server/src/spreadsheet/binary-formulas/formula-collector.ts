import { ByteReader } from './byte-reader.js';
import type { FormulaBook } from './formula-book.js';
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
const MOST_WORK = 2 ** 27;
/** More than Excel allows. */
const LONGEST_TOKENS = 2 ** 16;
/** The token of a formula that is stored elsewhere: for a block of cells, or for an array. */
const ELSEWHERE = 0x01;

/** Limits what the formulas of a file may cost; cells beyond it have no formulas. */
export class FormulaBudget {
  #left = MOST_WORK;

  /** Whether there was as much left. */
  take(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}

/** The formulas of one sheet in the order of the file. */
export class FormulaCollector {
  readonly #cells: (Cell & StoredFormula)[] = [];
  readonly #shared = new Map<string, StoredFormula>();
  readonly #layout: FormulaLayout;

  constructor(layout: FormulaLayout) {
    this.#layout = layout;
  }

  add(cell: Cell, formula: StoredFormula): void {
    this.#cells.push({ ...cell, ...formula });
  }

  /** A formula of several cells; cells refer to it by the first of them, which precedes it in the file. */
  share(first: Cell, formula: StoredFormula): void {
    const last = this.#cells.at(-1);
    if (last) this.#shared.set(keyOf(last), formula);
    if (!this.#shared.has(keyOf(first))) this.#shared.set(keyOf(first), formula);
  }

  *print(book: FormulaBook, budget: FormulaBudget): Generator<CellFormula> {
    const { rows, columns } = this.#layout;
    for (const cell of this.#cells) {
      if (cell.row >= rows || cell.column >= columns) continue;
      const formula = this.#resolve(cell);
      if (!formula || formula.tokens.length > LONGEST_TOKENS) continue;
      const { tokens, extras } = formula;
      if (!budget.take(tokens.length + extras.length)) return;
      const text = printFormula(tokens, extras, cell, this.#layout, book);
      if (text !== undefined && budget.take(text.length)) yield { row: cell.row, column: cell.column, text };
    }
  }

  #resolve(cell: Cell & StoredFormula): StoredFormula | undefined {
    if (cell.tokens[0] !== ELSEWHERE) return cell;
    try {
      const tokens = new ByteReader(cell.tokens.subarray(1));
      return this.#shared.get(keyOf(this.#layout.origin(tokens, new ByteReader(cell.extras))));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

function keyOf({ row, column }: Cell): string {
  return `${row} ${column}`;
}
