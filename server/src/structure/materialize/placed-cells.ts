import type { FormatKind } from '../../grid/format-kind.js';
import { CellKind, type GridColumn, plainStyle } from '../../grid/grid.js';
import { ColumnReader } from '../../spreadsheet/read-cell.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { ArrangedColumn } from './materialized-table.js';

/** An arranged column in the form used for type inference: its rows are those of the new table. */
export class PlacedCells extends ColumnReader {
  readonly #cells: SheetCells;
  readonly #column: ArrangedColumn;

  constructor(cells: SheetCells, column: ArrangedColumn) {
    super(cells.sheet, null);
    this.#cells = cells;
    this.#column = column;
  }

  override columnAt(row: number): GridColumn | null {
    return this.#at<GridColumn | null>(row, (cells, sheetRow) => cells.columnAt(sheetRow), null);
  }

  override kind(row: number): number {
    if (this.#column.text) return this.#column.text(row) === null ? CellKind.empty : CellKind.text;
    return this.#at(row, (cells, sheetRow) => cells.kind(sheetRow), CellKind.empty);
  }

  override number(row: number): number {
    return this.#at(row, (cells, sheetRow) => cells.number(sheetRow), 0);
  }

  override text(row: number): string {
    if (this.#column.text) return this.#column.text(row) ?? '';
    return this.#at(row, (cells, sheetRow) => cells.text(sheetRow), '');
  }

  override format(row: number): FormatKind {
    return this.#at<FormatKind>(row, (cells, sheetRow) => cells.format(sheetRow), 'plain');
  }

  override numberFormat(row: number): string {
    return this.#at(row, (cells, sheetRow) => cells.numberFormat(sheetRow), plainStyle.numberFormat);
  }

  override days(row: number): number | undefined {
    return this.#at<number | undefined>(row, (cells, sheetRow) => cells.days(sheetRow), undefined);
  }

  override isBlank(row: number): boolean {
    if (this.#column.text) return !/\S/.test(this.#column.text(row) ?? '');
    return this.#at(row, (cells, sheetRow) => cells.isBlank(sheetRow), true);
  }

  override rendered(row: number): string | null {
    if (this.#column.text) return this.#column.text(row);
    return this.#at<string | null>(row, (cells, sheetRow) => cells.rendered(sheetRow), null);
  }

  #at<T>(row: number, read: (cells: ColumnReader, sheetRow: number) => T, otherwise: T): T {
    const place = this.#column.places[row] ?? Number.NaN;
    return Number.isNaN(place)
      ? otherwise
      : read(this.#cells.column(columnOfPlace(place)), rowOfPlace(place));
  }
}

/** The cells of an arranged column, and which of the reader's rows belong to it. */
export function readerOf(
  cells: SheetCells,
  column: ArrangedColumn,
): { reader: ColumnReader; rows: Uint32Array } {
  const { places, text } = column;
  const source = columnOfPlace(places[0] ?? Number.NaN);
  const rows = new Uint32Array(places.length);
  let isOneColumn = !text && !Number.isNaN(source);
  for (let row = 0; row < places.length && isOneColumn; row++) {
    const place = places[row] as number;
    isOneColumn = columnOfPlace(place) === source;
    rows[row] = rowOfPlace(place);
  }
  // Most columns are sheet columns, which are read directly.
  if (isOneColumn) return { reader: cells.column(source), rows };
  return { reader: new PlacedCells(cells, column), rows: rows.map((_, row) => row) };
}
