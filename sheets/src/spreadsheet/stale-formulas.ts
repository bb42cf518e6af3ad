import { tooComplex } from '../core/file-error.js';
import type { CellRange, Sheet } from '../grid/grid.js';
import { gridLimits } from '../grid/grid-limits.js';
import { cellKey, cellOfKey } from './cell-key.js';
import { RangeIndex } from './range-index.js';
import type { WorkbookReferences } from './workbook-references.js';

/**
 * Finds the formulas whose stored results may have changed with some cells, however many formulas are between
 * them. A formula that computes where it looks, or is not understood, changes with any cell; the clock and
 * random numbers change with none.
 */
export class StaleFormulas {
  /** The keys of their cells. */
  readonly keys = new Set<number>();
  readonly #sheets: readonly Sheet[];
  readonly #edited: { has(key: number): boolean };
  readonly #waiting: number[];
  /** For each sheet the ranges that are read, with the position of their reader among all readers. */
  readonly #read: readonly RangeIndex[];
  readonly #readers: (number | DataTable)[] = [];
  #steps = 0;

  /** Edited cells have no stored result, whether their value changed or not. */
  constructor(
    sheets: readonly Sheet[],
    references: WorkbookReferences,
    edited: { has(key: number): boolean },
    changed: Iterable<number>,
  ) {
    this.#sheets = sheets;
    this.#edited = edited;
    this.#waiting = [...changed];
    this.#read = sheets.map(() => new RangeIndex());
    if (this.#waiting.length === 0) return;
    for (const sheet of sheets.keys()) {
      this.#addFormulas(sheet, references);
      this.#addDataTables(sheet);
    }
    this.#follow();
  }

  #addFormulas(sheet: number, references: WorkbookReferences): void {
    for (const [column, cells] of this.#sheets[sheet]?.columns.entries() ?? []) {
      for (const row of cells?.formulas.keys() ?? []) {
        const key = cellKey(sheet, row, column);
        const reader = this.#readers.push(key) - 1;
        const resolved = references.resolve(cells?.formulas.get(row) ?? '', { sheet, row, column });
        for (const range of resolved.references) this.#read[range.sheet]?.add(range, reader);
        if (resolved.readsAnything) this.#add(key);
      }
    }
  }

  /** Their cells follow from the values and formulas above and to the left of them. */
  #addDataTables(sheet: number): void {
    for (const range of this.#sheets[sheet]?.dataTables ?? []) {
      const reader = this.#readers.push({ sheet, range }) - 1;
      const inputs = { ...range, top: Math.max(0, range.top - 1), left: Math.max(0, range.left - 1) };
      this.#read[sheet]?.add(inputs, reader);
    }
  }

  #follow(): void {
    for (let key = this.#waiting.pop(); key !== undefined; key = this.#waiting.pop()) {
      const { sheet, row, column } = cellOfKey(key);
      this.#read[sheet]?.take(row, column, (position) => {
        const reader = this.#readers[position];
        if (typeof reader === 'number') this.#add(reader);
        else if (reader) this.#addCells(reader);
      });
    }
  }

  #add(key: number): void {
    if (this.keys.has(key) || this.#edited.has(key)) return;
    this.keys.add(key);
    this.#waiting.push(key);
  }

  #addCells({ sheet, range: { top, bottom, left, right } }: DataTable): void {
    const columns = this.#sheets[sheet]?.columns ?? [];
    for (let column = left; column <= Math.min(right, columns.length - 1); column++) {
      const cells = columns[column];
      const last = cells ? Math.min(bottom, cells.firstRow + cells.kinds.length - 1) : -1;
      for (let row = Math.max(top, cells?.firstRow ?? 0); row <= last; row++) {
        if (++this.#steps > gridLimits.cells) throw tooComplex('file-data-tables');
        this.#add(cellKey(sheet, row, column));
      }
    }
  }
}

interface DataTable {
  sheet: number;
  range: CellRange;
}
