import type { ComputedLine } from '../../arithmetic/operation.js';
import type { CellGrid } from '../../cell-grid.js';
import { sumOfRows } from './sum-of-rows.js';

/**
 * Rows that add up those above them since the last such row, where a total adds up nothing but them: `Current assets`
 * and `Fixed assets` above `Total assets`. Their names and looks need not tell.
 */
export function nestedTotals(
  grid: CellGrid,
  rows: readonly number[],
  columns: readonly number[],
  isTotal: (row: number) => boolean,
): ComputedLine[] {
  const found: ComputedLine[] = [];
  let sums: ComputedLine[] = [];
  let open = new OpenRows(grid, columns);
  for (const row of rows) {
    if (open.addUpTo(row)) {
      sums.push(sumOfRows(row, open.rows));
      open = new OpenRows(grid, columns);
    } else if (isTotal(row)) {
      const subtotals = new OpenRows(grid, columns);
      for (const { line } of sums) subtotals.add(line);
      if (open.rows.length === 0 && subtotals.addUpTo(row)) found.push(...sums);
      sums = [];
      open = new OpenRows(grid, columns);
    } else open.add(row);
  }
  return found;
}

/** Rows that are not added up yet, and their sums by column. */
class OpenRows {
  readonly rows: number[] = [];
  readonly #grid: CellGrid;
  readonly #columns: readonly number[];
  readonly #sums: Float64Array;

  constructor(grid: CellGrid, columns: readonly number[]) {
    this.#grid = grid;
    this.#columns = columns;
    this.#sums = new Float64Array(columns.length);
  }

  add(row: number): void {
    this.rows.push(row);
    this.#columns.forEach((column, at) => {
      this.#sums[at] = (this.#sums[at] ?? 0) + (this.#grid.number(row, column) || 0);
    });
  }

  /** Whether a row states the sum of several rows in every column. */
  addUpTo(row: number): boolean {
    if (this.rows.length < 2) return false;
    const stated = this.#columns.map((column) => this.#grid.number(row, column));
    return (
      stated.some((value) => Math.abs(value) > 0) &&
      stated.every((value, at) => isSame(Number.isNaN(value) ? 0 : value, this.#sums[at] ?? 0))
    );
  }
}

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.abs(other) * 1e-9 + 1e-9;
