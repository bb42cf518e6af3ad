import type { BlobStore } from '../../blobs/blob-store.js';
import type { Db } from '../../catalog/db.js';
import { slicesOfRows } from '../../catalog/row-edits.js';
import { columnsAt, segmentAt } from '../../catalog/tables.js';
import type { Cells } from '../../core/row-edits.js';
import type { Engine } from '../../engine/engine.js';
import { pathOfTable } from '../stored-blobs.js';

export interface RowStatesRequest {
  workbookId: string;
  tableId: string;
  version: number;
  rowIds: number[];
  /** Also infinities and NaN, as the engine spells them, where JSON has only null. */
  exact?: boolean;
}

/**
 * Whole rows as they were at a version, by row id; a row that was not there is absent.
 * They come from the segment's file and the edits of just these rows, so the size of the table hardly counts
 * and no version of it has to be brought into memory.
 */
export async function rowStates(
  deps: { db: Db; engine: Engine; blobs: BlobStore },
  request: RowStatesRequest,
): Promise<Map<number, Cells>> {
  const { workbookId, tableId, version, rowIds, exact } = request;
  if (rowIds.length === 0) return new Map();
  const [segment, columns] = await Promise.all([
    segmentAt(deps.db, tableId, version),
    columnsAt(deps.db, tableId, version),
  ]);
  const states = await deps.engine.segmentRows(workbookId, {
    path: await pathOfTable(deps, tableId, segment.blob_hash),
    columns: columns.map(({ id, type, initial }) => ({ id, type, initial })),
    rowIds,
    exact,
  });
  const span = { after: segment.version, upTo: version };
  for await (const edits of slicesOfRows(deps.db, tableId, rowIds, span)) {
    for (const { rowId, kind, after } of edits) {
      if (kind === 'delete') states.delete(rowId);
      else states.set(rowId, { ...states.get(rowId), ...after });
    }
  }
  const initial = Object.fromEntries(columns.map((column) => [column.id, column.initial ?? null]));
  return new Map([...states].map(([rowId, cells]) => [rowId, { ...initial, ...cells }]));
}
