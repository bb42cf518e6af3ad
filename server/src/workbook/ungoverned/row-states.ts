import { editSlicesOfRows } from '../../catalog/row-edits.js';
import { columnsAt, segmentAt } from '../../catalog/tables.js';
import type { Cells } from '../../core/row-edits.js';
import { pathOfTable } from '../stored-blobs.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

export interface RowStatesRequest {
  workbookId: string;
  tableId: string;
  version: number;
  rowIds: number[];
  /** Also infinities and NaN, as the engine spells them, where JSON has only null. */
  exact?: boolean;
}

/**
 * Whole rows as they were at a version, by row id, whoever asks: for writing the log, never for an answer as they are.
 * A row that was not there is absent.
 * They come from the segment's file and the edits of just these rows, so the size of the table hardly counts
 * and no version of it has to be brought into memory.
 */
export async function rowStates(data: WorkbookData, request: RowStatesRequest): Promise<Map<number, Cells>> {
  const { workbookId, tableId, version, rowIds, exact } = request;
  if (rowIds.length === 0) return new Map();
  const { catalog, engine, blobs } = storesOf(data);
  const { db } = catalog;
  const [segment, columns] = await Promise.all([
    segmentAt(db, tableId, version),
    columnsAt(db, tableId, version),
  ]);
  const states = await engine.segmentRows(workbookId, {
    path: await pathOfTable({ db, blobs }, tableId, segment.blob_hash),
    columns: columns.map(({ id, type, initial }) => ({ id, type, initial })),
    rowIds,
    exact,
  });
  const span = { after: segment.version, upTo: version };
  for await (const edits of editSlicesOfRows(db, tableId, rowIds, span)) {
    for (const { rowId, kind, after } of edits) {
      if (kind === 'delete') states.delete(rowId);
      else states.set(rowId, { ...states.get(rowId), ...after });
    }
  }
  const initial = Object.fromEntries(columns.map((column) => [column.id, column.initial ?? null]));
  return new Map([...states].map(([rowId, cells]) => [rowId, { ...initial, ...cells }]));
}
