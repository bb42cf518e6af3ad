import type { CellGrid } from '../../cell-grid.js';
import type { ColumnSpec, RegionSpec } from '../../parse-spec.js';
import { placeOf, type SheetCells } from '../../sheet-cells.js';
import { namesTotal, opensDetail } from '../../total-vocabulary.js';
import type { RegionLines } from '../region-lines.js';
import { hasFewDigits } from './chance-sums.js';
import {
  codedRows,
  isFullRecord,
  labelsOfRow,
  mergedTops,
  namesComputed,
  usualLabels,
} from './labels-of-rows.js';
import { RowLooks } from './row-looks.js';

/** What the labels, the looks and the digits of a table's rows say about which of them are computed. */
export class RowSigns {
  /** The columns with the labels of the rows. */
  readonly keys: readonly number[];
  /** The columns with numbers. */
  readonly values: readonly ColumnSpec[];
  /** Labels that most rows have. */
  readonly usualLabels: ReadonlySet<string>;
  /** Whether a row has a code like those of most others. */
  readonly hasOwnCode: (row: number) => boolean;
  readonly #cells: SheetCells;
  readonly #grid: CellGrid;
  readonly #region: RegionSpec;
  readonly #mergedTops: ReadonlyMap<number, number>;
  readonly #looks: RowLooks;

  constructor(cells: SheetCells, grid: CellGrid, region: RegionSpec, { bodyRows }: RegionLines) {
    this.keys = region.columns.slice(0, Math.max(1, region.headerColumns)).map(({ source }) => source);
    this.values = region.columns.filter(({ role }) => role === 'value' || role === 'period');
    this.#cells = cells;
    this.#grid = grid;
    this.#region = region;
    this.#mergedTops = mergedTops(cells, this.keys, bodyRows);
    this.#looks = new RowLooks(grid, this.keys[0] ?? 0, bodyRows);
    this.usualLabels = usualLabels(this.labelsOf, bodyRows);
    this.hasOwnCode = codedRows(cells, this.keys, bodyRows);
  }

  readonly labelsOf = (row: number): string[] => labelsOfRow(this.#cells, this.#region.range, this.keys, row);

  readonly standsOut = (row: number): boolean => this.#looks.standsOut(row);

  readonly namesTotal = (row: number): boolean => this.labelsOf(row).some(namesTotal);

  /** Whether a row is called a total, or stands beside a merged label that is, and most others are not. */
  readonly isNamed = (row: number): boolean => {
    const labels = [...this.labelsOf(row), ...this.#labelsBeside(row)];
    const own = labels.filter((label) => label !== '' && !this.usualLabels.has(label));
    return (own.length > 0 ? own : labels).some(namesComputed);
  };

  /** Whether a row can only be a record, however its numbers add up. */
  readonly isRecord = (row: number): boolean =>
    (this.labelsOf(row).some(opensDetail) &&
      !this.keys.some((column) => this.#mergedTops.has(placeOf(row, column)))) ||
    isFullRecord(this.#cells, this.#region, row);

  readonly isBorneOut = (row: number): boolean =>
    !this.isRecord(row) && (this.isNamed(row) || this.standsOut(row));

  readonly hasSmallNumbers = (row: number): boolean => hasFewDigits(this.#grid, row, this.#region.columns);

  /** Whether a row is called a total, or not called anything. */
  readonly mayStateTotal = (row: number): boolean =>
    this.namesTotal(row) || this.keys.every((column) => this.#cells.isBlank(row, column));

  #labelsBeside(row: number): string[] {
    return this.keys.map((column) =>
      this.#cells.text(this.#mergedTops.get(placeOf(row, column)) ?? row, column).trim(),
    );
  }
}
