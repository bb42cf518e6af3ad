import { columnStarts, NARROWEST_COLUMN } from './geometry.js';
import type { GridColumn } from './types.js';

const UNKNOWN_WIDTH = 120;

/** How wide the columns are: as somebody chose, as was given, or as what was read of them needs. */
export class ColumnWidths {
  #columns: readonly GridColumn[];
  readonly #chosen = new Map<string, number>();
  #fitted = new Map<string, number>();
  #isFitted = false;
  #starts: number[];

  constructor(columns: readonly GridColumn[]) {
    this.#columns = columns;
    this.#starts = this.#layOut();
  }

  /** Where each column begins, and at last where all end. */
  get starts(): readonly number[] {
    return this.#starts;
  }
  get total(): number {
    return this.#starts.at(-1) as number;
  }
  /** Whether what was read decides the widths already. */
  get isFitted(): boolean {
    return this.#isFitted;
  }

  startOf(column: number): number {
    return this.#starts[column] ?? 0;
  }
  widthOf(column: number): number {
    return (this.#starts[column + 1] ?? this.startOf(column)) - this.startOf(column);
  }

  /** A width that is given anew takes the place of one that was chosen before. */
  update(columns: readonly GridColumn[]): void {
    const before = new Map(this.#columns.map(({ name, width }) => [name, width]));
    for (const { name, width } of columns) if (before.get(name) !== width) this.#chosen.delete(name);
    this.#columns = columns;
    this.#starts = this.#layOut();
  }

  /** Other rows may need other widths. */
  fitAgain(): void {
    this.#isFitted = false;
  }

  fit(widthOf: (column: GridColumn, index: number) => number): void {
    this.#isFitted = true;
    for (const [i, column] of this.#columns.entries()) this.#fitted.set(column.name, widthOf(column, i));
    this.#starts = this.#layOut();
  }

  choose(index: number, width: number): void {
    const name = this.#columns[index]?.name;
    if (name === undefined) return;
    this.#chosen.set(name, Math.max(NARROWEST_COLUMN, Math.round(width)));
    this.#starts = this.#layOut();
  }

  #layOut(): number[] {
    return columnStarts(
      this.#columns.map(
        ({ name, width }) => this.#chosen.get(name) ?? width ?? this.#fitted.get(name) ?? UNKNOWN_WIDTH,
      ),
    );
  }
}
