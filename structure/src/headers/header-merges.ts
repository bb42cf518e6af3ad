import type { CellRange } from '@workbook-data-service/sheets/grid';
import { placeOf, type SheetCells } from '../sheet-cells.js';

/** The merged cells of header rows. */
export class HeaderMerges {
  readonly #ends = new Map<number, number>();
  readonly #fromAbove = new Set<number>();
  readonly #cells: SheetCells;

  constructor(cells: SheetCells, range: CellRange, rows: readonly number[]) {
    this.#cells = cells;
    const last = rows.at(-1) ?? -1;
    for (const { top, left, bottom, right } of cells.sheet.merges) {
      if (top > last || bottom < (rows[0] ?? 0) || right < range.left || left > range.right) continue;
      for (const row of rows) {
        if (row < top || row > bottom) continue;
        if (right > left) this.#ends.set(placeOf(row, left), right);
        if (row === top) continue;
        for (let column = left; column <= Math.min(right, range.right); column++)
          this.#fromAbove.add(placeOf(row, column));
      }
    }
  }

  /** The last column of a cell that is merged with its neighbours. */
  endOf(row: number, column: number): number | undefined {
    return this.#ends.get(placeOf(row, column));
  }

  /** Whether a cell is blank, and no part of a merged one that begins above. */
  isFree(row: number, column: number): boolean {
    return this.#cells.isBlank(row, column) && !this.#fromAbove.has(placeOf(row, column));
  }
}
