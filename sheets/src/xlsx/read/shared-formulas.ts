import { tooComplex } from '../../core/file-error.js';
import type { CellRange, SharedFormula } from '../../grid/grid.js';
import type { GridBuilder } from '../../grid/grid-builder.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { parseRange } from './a1-references.js';
import { shiftFormula } from './shift-formula.js';

const TYPE = nameOf('t');
const RANGE = nameOf('ref');
const SHARED_INDEX = nameOf('si');

/** The formulas of a sheet, many of which a file writes only once: for a block of cells, or for an array. */
export class SharedFormulas {
  /** Ranges computed by trying out values: their cells have no formulas. */
  readonly dataTables: CellRange[] = [];
  readonly #grid: GridBuilder;
  readonly #origins = new Map<number, SharedFormula>();
  readonly #arrays: { range: CellRange; text: string }[] = [];
  #type: string | undefined;
  #range: string | undefined;
  #sharedIndex: number | undefined;

  constructor(grid: GridBuilder) {
    this.#grid = grid;
  }

  get arrays(): CellRange[] {
    return this.#arrays.map(({ range }) => range);
  }

  open(tag: XmlTag): void {
    if (tag.attributeCount === 0) {
      this.#type = this.#range = this.#sharedIndex = undefined;
      return;
    }
    this.#type = tag.text(TYPE);
    this.#range = tag.text(RANGE);
    this.#sharedIndex = tag.integer(SHARED_INDEX);
  }

  close(row: number, column: number, text: string): void {
    if (this.#type === 'dataTable') {
      const range = parseRange(this.#range ?? '');
      if (range) this.dataTables.push(range);
      return;
    }
    if (this.#type === 'shared' && this.#sharedIndex !== undefined) {
      this.#share(row, column, text, this.#sharedIndex);
      return;
    }
    if (text === '') return;
    this.#grid.addFormula(row, column, text);
    const range = this.#type === 'array' ? parseRange(this.#range ?? '') : null;
    if (range && (range.top < range.bottom || range.left < range.right)) this.#arrays.push({ range, text });
  }

  /** Arrays are applied to their cells once all cells are there. */
  finish(): void {
    let steps = 0;
    for (const { range, text } of this.#arrays) {
      for (const column of this.#grid.columnsBetween(range.left, range.right)) {
        for (const row of column.filledRows(range.top, range.bottom)) {
          if (++steps > gridLimits.cells) throw tooComplex('file-array-formulas');
          if (!column.formulas.has(row)) column.formulas.set(row, text);
        }
      }
    }
  }

  #share(row: number, column: number, text: string, index: number): void {
    if (text !== '') {
      this.#origins.set(index, {
        row,
        column,
        text,
        at: (toRow, toColumn) => shiftFormula(text, toRow - row, toColumn - column),
      });
      this.#grid.addFormula(row, column, text);
      return;
    }
    const origin = this.#origins.get(index);
    if (origin) this.#grid.addFormula(row, column, origin);
  }
}
