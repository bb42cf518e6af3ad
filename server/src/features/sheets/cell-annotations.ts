import type { CellStyle } from '../../core/cell-style.js';
import type { Annotation } from '../../workbook/reading/annotations.js';

/** The annotations of a table by place. A cell's own style wins over that of its row, and that over its column's. */
export class CellAnnotations {
  readonly #places = new Map<string, Annotation>();

  constructor(annotations: readonly Annotation[]) {
    for (const annotation of annotations)
      this.#places.set(placeOf(annotation.rowId, annotation.column?.id ?? null), annotation);
  }

  at(rowId: number | null, columnId: string | null): Annotation | undefined {
    return this.#places.get(placeOf(rowId, columnId));
  }

  styleOf(rowId: number, columnId: string): CellStyle | undefined {
    const [column, row, cell] = [
      this.at(null, columnId)?.style,
      this.at(rowId, null)?.style,
      this.at(rowId, columnId)?.style,
    ];
    return column || row || cell ? { ...said(column), ...said(row), ...said(cell) } : undefined;
  }
}

const placeOf = (rowId: number | null, columnId: string | null) => `${rowId ?? ''} ${columnId ?? ''}`;

/** What is null is left to a wider annotation. */
function said(style: CellStyle | undefined): CellStyle {
  return Object.fromEntries(Object.entries(style ?? {}).filter(([, value]) => value !== null));
}
