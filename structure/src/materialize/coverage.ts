import { uncomputedRows } from '@workbook-data-service/sheets/grid';
import type { UnplacedCell } from '../findings.js';
import type { RegionSpec } from '../parse-spec.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { HeldTexts } from './held-texts.js';
import type { ArrangedTable } from './materialized-table.js';

/** How many non-blank cells ended up in a table, and which did not. */
export interface Coverage {
  cells: number;
  placed: number;
  unplaced: { total: number; cells: UnplacedCell[] };
}

const maxListed = 1000;
const nowhere = new Uint8Array();

/** The raw table of a sheet has every cell, except for formulas without a result. */
export const coverageOfRawTable = (cells: SheetCells) => coverageOf(cells, isEverywhere);

const isEverywhere = () => true;

function coverageOf(cells: SheetCells, isPlaced: (column: number, slot: number) => boolean): Coverage {
  const coverage: Coverage = { cells: 0, placed: 0, unplaced: { total: 0, cells: [] } };
  const leave = (cell: UnplacedCell) => {
    if (coverage.unplaced.total++ < maxListed) coverage.unplaced.cells.push(cell);
  };
  cells.sheet.columns.forEach((column, at) => {
    if (!column) return;
    for (const row of uncomputedRows(column)) {
      coverage.cells++;
      leave({ row, column: at, reason: 'uncomputed_formula' });
    }
    const filled = cells.filled(at);
    if (isPlaced === isEverywhere && !filled.includes(0)) {
      coverage.cells += filled.length;
      coverage.placed += filled.length;
      return;
    }
    for (let slot = 0; slot < filled.length; slot++) {
      if (!filled[slot]) continue;
      coverage.cells++;
      if (isPlaced(at, slot)) coverage.placed++;
      else leave({ row: column.firstRow + slot, column: at });
    }
  });
  return coverage;
}

/** Which cells of a sheet have a place in a table, one byte for each stored cell. */
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
    for (const place of names) this.#place(rowOfPlace(place), columnOfPlace(place));
    for (const { places } of columns) this.#placeAll(places);
  }

  /** Cells of the header whose texts are in names of columns, units or periods: some say the same again. */
  placeNames({ range, headerRows }: RegionSpec, held: HeldTexts): void {
    for (const row of headerRows)
      for (const column of this.#cells.filledInRow(row, range)) {
        if (this.isPlaced(row, column)) continue;
        const texts = [this.#cells.text(row, column), this.#cells.heading(row, column)];
        if (texts.some((text) => held.has(text))) this.#place(row, column);
      }
  }

  /** Labels that are written at both sides of a table are in it once. */
  placeRepeats({ range, columns, headerColumns }: RegionSpec): void {
    const last = columns.reduce((most, { source }) => Math.max(most, source), -1);
    if (last < 0) return;
    const keys = columns.slice(0, headerColumns).map(({ source }) => source);
    const beyond = { ...range, left: last + 1 };
    if (beyond.left > beyond.right) return;
    for (const row of this.#cells.filledRows(beyond)) {
      const labels = new Set(keys.map((column) => this.#cells.text(row, column).trim()));
      for (const column of this.#cells.filledInRow(row, beyond))
        if (labels.has(this.#cells.text(row, column).trim())) this.#place(row, column);
    }
  }

  summary(): Coverage {
    return coverageOf(this.#cells, (column, slot) => this.#placed[column]?.[slot] === 1);
  }

  #place(row: number, column: number): void {
    const placed = this.#placed[column];
    const slot = row - (this.#cells.sheet.columns[column]?.firstRow ?? 0);
    if (placed && slot >= 0 && slot < placed.length) placed[slot] = 1;
  }

  /** Most of them are in one column of the sheet, which is looked up once. NaN is no position. */
  #placeAll(places: Float64Array): void {
    let column = Number.NaN;
    let placed: Uint8Array = nowhere;
    let first = 0;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      const row = rowOfPlace(place);
      if (columnOfPlace(place) !== column) {
        column = columnOfPlace(place);
        placed = this.#placed[column] ?? nowhere;
        first = this.#cells.sheet.columns[column]?.firstRow ?? 0;
      }
      const slot = row - first;
      if (slot >= 0 && slot < placed.length) placed[slot] = 1;
    }
  }
}
