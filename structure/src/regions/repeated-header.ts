import type { CellGrid } from '../cell-grid.js';
import { isPageNumber } from '../frame-text.js';
import type { LineRole } from '../lines/line-role.js';
import { filledCells, sharedNames } from './header-evidence.js';

/** Records whose labels show whether a table begins anew. */
const recordsOfStart = 3;

/** The header of a table against rows further below, which may have the same names again. */
export class RepeatedHeader {
  readonly #grid: CellGrid;
  readonly #roles: readonly LineRole[];
  /** The first row of the header. */
  readonly #header: number;

  constructor(grid: CellGrid, roles: readonly LineRole[], header: number) {
    this.#grid = grid;
    this.#roles = roles;
    this.#header = header;
  }

  /** How far a row repeats the column names, even where they read as data, as years do. */
  sharedBy(row: number): number {
    if (filledCells(this.#grid, row).length < 2) return 0;
    let header = this.#header;
    let most = 0;
    do {
      most = Math.max(most, sharedNames(this.#grid, row, header));
      header++;
    } while (this.#roles[header] === 'header' && header < row);
    return most;
  }

  /** Whether a row repeats the names of all columns but the first, which names other rows: `North | 2022 | 2023`, `South | 2022 | 2023`. */
  hasOtherCorner(row: number): boolean {
    const [first = '', ...names] = this.#textsIn(this.#header);
    const [corner = '', ...repeated] = this.#textsIn(row);
    const [short = '', long = ''] = [first, corner].sort((a, b) => a.length - b.length);
    return (
      names.length > 1 &&
      new Set(names).size === names.length &&
      String(filledCells(this.#grid, row)) === String(filledCells(this.#grid, this.#header)) &&
      String(names) === String(repeated) &&
      !long.startsWith(short)
    );
  }

  /** Whether all that is over a header is also over that of the table, page numbers aside. */
  repeatsPage(headings: readonly number[], maxHeadings: number): boolean {
    if (headings.length === 0) return true;
    const first = Math.max(0, this.#header - maxHeadings);
    const above = Array.from({ length: this.#header - first }, (_, at) => this.#textsIn(first + at)).flat();
    const known = new Set(above);
    return headings.every((row) => this.#textsIn(row).every((text) => known.has(text) || isPageNumber(text)));
  }

  /** Whether a row has as many names as a row of the table's header. */
  repeatsAllNames(row: number): boolean {
    const { length } = filledCells(this.#grid, row);
    const isAsLong = (header: number) => filledCells(this.#grid, header).length === length;
    return this.#rows().some(isAsLong);
  }

  /** Whether the first records below a row have the labels of the table's first ones: the next page has others. */
  restarts(row: number): boolean {
    const labelsBelow = (names: number) =>
      Array.from({ length: recordsOfStart }, (_, at) => names + 1 + at).map((at) =>
        at < this.#grid.rowCount ? this.#grid.text(at, filledCells(this.#grid, at)[0] ?? 0).trim() : '',
      );
    const labels = labelsBelow(row);
    const first = labelsBelow(this.#rows().at(-1) ?? row);
    return new Set(labels).size === recordsOfStart && String(labels) === String(first);
  }

  /** The header rows, without those repeated between its records. */
  #rows(): number[] {
    const rows = [this.#header];
    for (let row = this.#header + 1; this.#roles[row] === 'header'; row++) rows.push(row);
    return rows;
  }

  #textsIn(row: number): string[] {
    return filledCells(this.#grid, row).map((column) => this.#grid.text(row, column).trim());
  }
}
