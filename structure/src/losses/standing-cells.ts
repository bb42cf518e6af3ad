import { arrangeSheet } from '../materialize/arrange-sheet.js';
import type { CoverageMap } from '../materialize/coverage.js';
import type { ArrangedColumn } from '../materialize/materialized-table.js';
import type { SheetSpec, TableRole } from '../parse-spec.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';

/** A column of a table that a reading makes. */
export interface StandingColumn extends Pick<ArrangedColumn, 'name' | 'originalName' | 'type'> {
  role: TableRole;
  /** Which of the tables of the reading. */
  table: number;
  regionId: string;
  /** The column of the sheet that its first value comes from. */
  source: number;
}

/** Where each cell of a sheet stands in the tables of a reading. */
export class StandingCells {
  readonly columns: StandingColumn[] = [];
  /** For each stored cell of a sheet column: 0 in no value, else one more than the index of its column. */
  readonly #standing: (Int32Array | null)[];
  readonly #cells: SheetCells;
  readonly #coverage: CoverageMap;

  constructor(cells: SheetCells, spec: SheetSpec) {
    this.#cells = cells;
    this.#standing = cells.sheet.columns.map((column) => column && new Int32Array(column.kinds.length));
    const { tables, coverage } = arrangeSheet(cells, spec, '');
    this.#coverage = coverage;
    // Where a cell stands in several tables, as a label among the levels and the accounts, the first has it.
    for (const [table, { arranged, regionIds }] of tables.entries()) {
      for (const { name, originalName, type, places } of arranged.columns) {
        const source = columnOfPlace(places.find((place) => !Number.isNaN(place)) ?? Number.NaN);
        const [regionId = ''] = regionIds;
        this.columns.push({ name, originalName, type, role: arranged.role, table, regionId, source });
        for (const place of places) this.#place(place, this.columns.length);
      }
    }
  }

  /** The column of a table that has the cell among its values; undefined where it names something or is in no table. */
  columnOf(row: number, column: number): StandingColumn | undefined {
    return this.columns[this.#at(row, column) - 1];
  }

  /** The column of a table with records or computed rows that has the cell. */
  bodyColumnOf(row: number, column: number): StandingColumn | undefined {
    const found = this.columnOf(row, column);
    return found && isBody(found) ? found : undefined;
  }

  /** Whether the cell names a column, a unit or a period, or is a part of such a name. */
  isInName(row: number, column: number): boolean {
    return this.#at(row, column) === 0 && this.#coverage.isPlaced(row, column);
  }

  isNowhere(row: number, column: number): boolean {
    return !this.#coverage.isPlaced(row, column);
  }

  #at(row: number, column: number): number {
    const first = this.#cells.sheet.columns[column]?.firstRow ?? 0;
    return this.#standing[column]?.[row - first] ?? 0;
  }

  #place(place: number, standing: number): void {
    const column = columnOfPlace(place);
    const held = this.#standing[column];
    const slot = rowOfPlace(place) - (this.#cells.sheet.columns[column]?.firstRow ?? 0);
    if (held?.[slot] === 0) held[slot] = standing;
  }
}

const isBody = ({ role }: StandingColumn) => role === 'table' || role === 'level' || role === 'computed';
