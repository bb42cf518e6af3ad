import type { CellGrid } from '../../cell-grid.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';

/** A table with totals, seen from its last one: the rows before it that are records, and the rows that follow it. */
export class TableEnd {
  readonly cells: SheetCells;
  readonly grid: CellGrid;
  readonly region: RegionSpec;
  readonly rows: readonly number[];
  readonly computed: ReadonlySet<number>;
  /** Where the last total is among the rows. */
  readonly last: number;

  constructor(
    { cells, grid }: { cells: SheetCells; grid: CellGrid },
    region: RegionSpec,
    rows: readonly number[],
    computed: ReadonlySet<number>,
  ) {
    this.cells = cells;
    this.grid = grid;
    this.region = region;
    this.rows = rows;
    this.computed = computed;
    this.last = rows.findLastIndex((row) => computed.has(row));
  }

  get total(): number {
    return this.rows[this.last] ?? -1;
  }

  get records(): readonly number[] {
    return this.rows.slice(0, Math.max(this.last, 0)).filter((row) => !this.computed.has(row));
  }

  get after(): readonly number[] {
    return this.rows.slice(this.last + 1);
  }

  get labelColumns(): readonly number[] {
    const { columns, headerColumns } = this.region;
    return columns.slice(0, Math.max(1, headerColumns)).map(({ source }) => source);
  }

  filledIn(row: number): number[] {
    return this.cells.filledInRow(row, this.region.range);
  }

  numbersIn(row: number): number[] {
    const { left, right } = this.region.range;
    const columns: number[] = [];
    for (let column = left; column <= right; column++)
      if (!Number.isNaN(this.grid.number(row, column))) columns.push(column);
    return columns;
  }

  /** Whether a row has a number in some column, and in each of them the one that is computed. */
  states(row: number, numberIn: (column: number) => number): boolean {
    const columns = this.numbersIn(row);
    return (
      columns.length > 0 &&
      columns.every((column) => {
        const computed = numberIn(column);
        return Math.abs(computed - this.grid.number(row, column)) <= Math.abs(computed) * 1e-9 + 1e-9;
      })
    );
  }
}
