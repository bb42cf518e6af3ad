import type { CellStyle } from '../core/cell-style.js';
import type { NewAnnotation } from '../features/annotations/set-annotations.js';
import type { Annotation } from '../workbook/reading/annotations.js';

export function annotationListBody(annotations: Annotation[], nextCursor: string | null) {
  return {
    annotations: annotations.map(({ rowId, column, style, note }) => ({
      row_id: rowId,
      column: column?.name ?? null,
      style,
      note,
    })),
    next_cursor: nextCursor,
  };
}

interface Target {
  row_id?: number | null;
  column?: string | null;
}

export function targetOf({ row_id, column }: Target) {
  return { rowId: row_id ?? null, column: column ?? null };
}

/** Null in a style is the same as an absent field. */
export function annotationOf(
  given: Target & { style?: Record<string, unknown>; note?: string | null },
): NewAnnotation {
  const style = Object.entries(given.style ?? {}).filter(([, value]) => value !== null);
  return {
    ...targetOf(given),
    style: Object.fromEntries(style) as CellStyle,
    note: given.note || null,
  };
}
