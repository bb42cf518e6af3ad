import type { RegionSpec } from '../parse-spec.js';
import { namingRows } from '../read-header.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { ArrangedTable } from './materialized-table.js';

/** How many cells that hold something stand in a produced table, and which do not. */
export interface Coverage {
  cells: number;
  placed: number;
  unplaced: { total: number; cells: { row: number; column: number }[] };
}

const mostListed = 1000;

/** Which cells of a sheet have found their place, one byte for each that the sheet holds. */
export class CoverageMap {
  readonly #cells: SheetCells;
  readonly #placed: (Uint8Array | null)[];

  constructor(cells: SheetCells) {
    this.#cells = cells;
    this.#placed = cells.sheet.columns.map((column) => column && new Uint8Array(column.kinds.length));
  }

  isPlaced(row: number, column: number): boolean {
    const first = this.#cells.sheet.columns[column]?.firstRow ?? 0;
    return this.#placed[column]?.[row - first] === 1;
  }

  placeTable({ columns, names = [] }: ArrangedTable): void {
    for (const places of [names, ...columns.map((column) => column.places)]) {
      for (const place of places) {
        if (!Number.isNaN(place)) this.#place(rowOfPlace(place), columnOfPlace(place));
      }
    }
  }

  /** Header cells became names of columns; those that come again between the rows say nothing new. */
  placeNames({ range, headerRows, rowRoles }: RegionSpec): void {
    const naming = namingRows(this.#cells, range, headerRows, rowRoles.group);
    for (let column = range.left; column <= range.right; column++) {
      const names = new Set(naming.map((row) => this.#cells.text(row, column).trim()));
      for (const row of headerRows) {
        if (naming.includes(row) || names.has(this.#cells.text(row, column).trim())) this.#place(row, column);
      }
    }
  }

  tell(): Coverage {
    const coverage: Coverage = { cells: 0, placed: 0, unplaced: { total: 0, cells: [] } };
    this.#cells.sheet.columns.forEach((column, at) => {
      if (!column) return;
      const reader = this.#cells.column(at);
      for (let slot = 0; slot < column.kinds.length; slot++) {
        if (reader.isBlank(column.firstRow + slot)) continue;
        coverage.cells++;
        if (this.#placed[at]?.[slot]) coverage.placed++;
        else if (coverage.unplaced.total++ < mostListed)
          coverage.unplaced.cells.push({ row: column.firstRow + slot, column: at });
      }
    });
    return coverage;
  }

  #place(row: number, column: number): void {
    const placed = this.#placed[column];
    const slot = row - (this.#cells.sheet.columns[column]?.firstRow ?? 0);
    if (placed && slot >= 0 && slot < placed.length) placed[slot] = 1;
  }
}
