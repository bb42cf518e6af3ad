import { deletedRows } from '../../catalog/row-edits.js';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import {
  type Annotation,
  type AnnotationPlace,
  pageOfAnnotations,
} from '../../workbook/reading/annotations.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

/** Lists annotations, except those of deleted rows; these are kept, because an undo restores the row with them. */
export async function listAnnotations(
  service: Service,
  caller: Caller,
  place: TablePlace,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ annotations: Annotation[]; nextCursor: string | null }> {
  const { db } = service.catalog;
  const table = await service.data.as(caller).table(place.workbookId, place.table);
  const after = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isPlace);
  const { annotations, next } = await pageOfAnnotations(db, table, { limit: page.limit, after });
  const rowIds = [...new Set(annotations.flatMap(({ rowId }) => rowId ?? []))];
  const deleted = await deletedRows(db, table.record.id, rowIds);
  return {
    annotations: annotations.filter(({ rowId }) => rowId === null || !deleted.has(rowId)),
    nextCursor: next ? encodeCursor(next) : null,
  };
}

function isPlace(value: unknown): value is AnnotationPlace {
  const place = value as Partial<AnnotationPlace> | null;
  return Number.isSafeInteger(place?.rowId) && typeof place?.columnId === 'string';
}
