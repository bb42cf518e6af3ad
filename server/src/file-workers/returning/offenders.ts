import { cellAddress } from '../../core/a1.js';
import type { ColumnType } from '../../core/column-types.js';
import { problem } from '../../core/problems.js';
import type { Sheet } from '../../grid/grid.js';
import type { ColumnReader } from '../../spreadsheet/read-cell.js';

const MOST_OFFENDERS = 100;
const LONGEST_VALUE = 80;

interface RefusedCell {
  cells: ColumnReader;
  sheet: Sheet;
  /** Counted from 0, as `index`. */
  row: number;
  index: number;
  /** The name of the column. */
  column: string;
  type: ColumnType;
  reason: string;
}

/** The cells of a returned file that do not fit their columns; the first hundred are named. */
export class Offenders {
  readonly #first: Record<string, string>[] = [];
  #count = 0;

  add({ cells, sheet, row, index, column, type, reason }: RefusedCell): void {
    this.#count += 1;
    if (this.#first.length === MOST_OFFENDERS) return;
    const formula = cells.column?.formulas.get(row);
    const value = cells.rendered(row) ?? (formula === undefined ? '' : `=${formula}`);
    const cell = cellAddress(row + 1, index);
    this.#first.push({ sheet: sheet.name, cell, column, value: shortened(value), type, reason });
  }

  refuse(): void {
    const [first] = this.#first;
    if (!first) return;
    const { sheet, cell, column, value, type, reason } = first;
    const more = this.#count > 1 ? ` ${this.#count} cells of the file do not fit.` : '';
    throw problem(
      'invalid-cells',
      `Nothing was merged: sheet "${sheet}", cell ${cell}, column "${column}" (${type}): "${value}" ${reason}.${more}`,
      { members: { offenders: this.#first, count: this.#count } },
    );
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
