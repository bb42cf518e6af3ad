import type { ColumnCells, MadeCells, StoredCells } from '@workbook-data-service/sheets/columns';
import {
  CellKind,
  type GridColumn,
  plainStyle,
  type Sheet,
  type TextIndex,
} from '@workbook-data-service/sheets/grid';
import type { FormatKind } from '@workbook-data-service/sheets/number-formats';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { ArrangedColumn } from './materialized-table.js';

/** Cells from anywhere in a sheet as one column, whose rows are those of the new table. */
class PlacedCells implements StoredCells {
  readonly areStored = true;
  readonly column = null;
  readonly sheet: Sheet;
  readonly #cells: SheetCells;
  readonly #places: Float64Array;

  constructor(cells: SheetCells, places: Float64Array) {
    this.sheet = cells.sheet;
    this.#cells = cells;
    this.#places = places;
  }

  columnAt(row: number): GridColumn | null {
    return this.#in(row).columnAt(this.#at(row));
  }

  kind(row: number): number {
    return this.#in(row).kind(this.#at(row));
  }

  number(row: number): number {
    return this.#in(row).number(this.#at(row));
  }

  textIndex(row: number): TextIndex {
    return this.#in(row).textIndex(this.#at(row));
  }

  text(row: number): string {
    return this.#in(row).text(this.#at(row));
  }

  style(row: number): number {
    return this.#in(row).style(this.#at(row));
  }

  format(row: number): FormatKind {
    return this.#in(row).format(this.#at(row));
  }

  numberFormat(row: number): string {
    return this.#in(row).numberFormat(this.#at(row));
  }

  days(row: number): number | undefined {
    return this.#in(row).days(this.#at(row));
  }

  isBlank(row: number): boolean {
    return this.#in(row).isBlank(this.#at(row));
  }

  rendered(row: number): string | null {
    return this.#in(row).rendered(this.#at(row));
  }

  /** A row without a place is read outside of the sheet, where all cells are empty. */
  #in(row: number): StoredCells {
    return this.#cells.column(columnOfPlace(this.#places[row] ?? Number.NaN));
  }

  #at(row: number): number {
    return rowOfPlace(this.#places[row] ?? Number.NaN);
  }
}

/** Texts made from cells, such as a trimmed label; the places tell which cells those are. */
export class MadeTexts implements MadeCells {
  readonly areStored = false;
  readonly column = null;
  readonly sheet: Sheet;
  readonly #cells: SheetCells;
  readonly #places: Float64Array;
  readonly #textAt: (row: number) => string | null;

  constructor(cells: SheetCells, places: Float64Array, textAt: (row: number) => string | null) {
    this.sheet = cells.sheet;
    this.#cells = cells;
    this.#places = places;
    this.#textAt = textAt;
  }

  columnAt(row: number): GridColumn | null {
    const place = this.#places[row] ?? Number.NaN;
    return this.#cells.column(columnOfPlace(place)).columnAt(rowOfPlace(place));
  }

  kind(row: number): number {
    return this.#textAt(row) === null ? CellKind.empty : CellKind.text;
  }

  number(): number {
    return Number.NaN;
  }

  text(row: number): string {
    return this.#textAt(row) ?? '';
  }

  style(): number {
    return 0;
  }

  format(): FormatKind {
    return 'plain';
  }

  numberFormat(): string {
    return plainStyle.numberFormat;
  }

  days(): undefined {
    return undefined;
  }

  isBlank(row: number): boolean {
    return !/\S/.test(this.#textAt(row) ?? '');
  }

  rendered(row: number): string | null {
    return this.#textAt(row);
  }
}

/** The cells of an arranged column, and which of the reader's rows belong to it. */
export function readerOf(
  cells: SheetCells,
  { places, text }: ArrangedColumn,
): { reader: ColumnCells; rows: Uint32Array } {
  const ownRows = Uint32Array.from(places, (_, row) => row);
  if (text) return { reader: new MadeTexts(cells, places, text), rows: ownRows };
  const source = columnOfPlace(places[0] ?? Number.NaN);
  // Most columns are sheet columns, which are read directly.
  return !Number.isNaN(source) && places.every((place) => columnOfPlace(place) === source)
    ? { reader: cells.column(source), rows: Uint32Array.from(places, rowOfPlace) }
    : { reader: new PlacedCells(cells, places), rows: ownRows };
}
