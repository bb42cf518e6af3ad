import type { CellRange } from '../cells.js';

export const ROW_HEIGHT = 22;
export const HEAD_HEIGHT = 22;
export const GUTTER_WIDTH = 52;
const CHARACTER = 7;
const PADDING = 5;
const DEFAULT_WIDTH = 9;

/** Where the rows and columns of a sheet are drawn, in pixels from its first cell. */
export class SheetMetrics {
  readonly #edges: number[];

  constructor(
    readonly rows: number,
    columns: number,
    widths: ReadonlyMap<number, number>,
  ) {
    this.#edges = [0];
    for (let column = 0; column < columns; column++) {
      const width = Math.round((widths.get(column) ?? DEFAULT_WIDTH) * CHARACTER + PADDING);
      this.#edges.push((this.#edges[column] ?? 0) + width);
    }
  }

  get columns(): number {
    return this.#edges.length - 1;
  }

  get width(): number {
    return this.#edges.at(-1) ?? 0;
  }

  get height(): number {
    return this.rows * ROW_HEIGHT;
  }

  left(column: number): number {
    return this.#edges[Math.min(column, this.columns)] ?? 0;
  }

  columnAt(x: number): number {
    let [low, high] = [0, this.columns - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.left(middle) <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  rowAt(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor(y / ROW_HEIGHT)));
  }

  box({ top, left, bottom, right }: CellRange): { left: number; top: number; width: number; height: number } {
    return {
      left: this.left(left),
      top: top * ROW_HEIGHT,
      width: this.left(right + 1) - this.left(left),
      height: (bottom - top + 1) * ROW_HEIGHT,
    };
  }
}
