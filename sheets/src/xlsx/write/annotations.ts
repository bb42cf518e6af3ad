import type { CellLook } from './cell-look.js';

/** A style and a note on a cell, a whole column (`rowId` null) or a whole row (`column` null). */
export interface SheetAnnotation {
  rowId: number | null;
  /** Index among the columns of the sheet. */
  column: number | null;
  style: CellLook;
  note: string | null;
}

export interface AnnotatedRow {
  whole: SheetAnnotation | undefined;
  cells: Map<number, SheetAnnotation>;
}

/** The annotations of a sheet, by position. */
export class SheetAnnotations {
  readonly columns = new Map<number, SheetAnnotation>();
  readonly #rows = new Map<number, AnnotatedRow>();

  constructor(annotations: readonly SheetAnnotation[]) {
    for (const annotation of annotations) {
      const { rowId, column } = annotation;
      if (rowId === null) {
        if (column !== null) this.columns.set(column, annotation);
        continue;
      }
      const row = this.#rows.get(rowId) ?? { whole: undefined, cells: new Map() };
      if (column === null) row.whole = annotation;
      else row.cells.set(column, annotation);
      this.#rows.set(rowId, row);
    }
  }

  row(rowId: number | undefined): AnnotatedRow | undefined {
    return rowId === undefined ? undefined : this.#rows.get(rowId);
  }

  /** A cell's own look wins over that of its row, and that over its column's. */
  lookOf(column: number, row?: AnnotatedRow): CellLook {
    return {
      ...this.columns.get(column)?.style,
      ...row?.whole?.style,
      ...row?.cells.get(column)?.style,
    };
  }
}
