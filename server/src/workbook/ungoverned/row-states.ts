import type { Cells } from '@workbook-data-service/sheets/values';
import { editSlicesOfMostRows, editSlicesOfRows, ROW_BATCH } from '../../catalog/row-edits.js';
import { segmentAt } from '../../catalog/segments.js';
import { columnsAt } from '../../catalog/tables.js';
import { localSegment } from '../segment-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

export interface RowStatesRequest {
  workbookId: string;
  tableId: string;
  version: number;
  rowIds: number[];
  /** The only columns to read; all of them if absent. */
  columnIds?: ReadonlySet<string> | undefined;
  /** Whether infinities and NaN are kept as the engine's text; otherwise they are null. */
  exact?: boolean;
}

/**
 * Whole rows at a version, by row id, ungoverned: for writing the log, never for a response unfiltered.
 * Rows that did not exist are absent.
 * They are read from the segment's file and the edits of just these rows, so the size of the table hardly matters
 * and no version of it has to be loaded into memory.
 */
export async function rowStates(data: WorkbookData, request: RowStatesRequest): Promise<Map<number, Cells>> {
  const { workbookId, tableId, version, rowIds, columnIds, exact } = request;
  if (rowIds.length === 0) return new Map();
  const { catalog, engine, blobs } = storesOf(data);
  const { db } = catalog;
  const [segment, all] = await Promise.all([
    segmentAt(db, tableId, version),
    columnsAt(db, tableId, version),
  ]);
  const columns = columnIds ? all.filter(({ id }) => columnIds.has(id)) : all;
  // Rows on top of a segment count too, so that one without rows has none that these edits leave.
  const states: Map<number, Cells> =
    segment.rowCount === 0
      ? new Map()
      : await engine.segmentRows(workbookId, {
          segment: await localSegment({ db, blobs }, tableId, segment.stored, ({ firstRowId, lastRowId }) =>
            rowIds.some((rowId) => rowId >= firstRowId && rowId <= lastRowId),
          ),
          columns: columns.map(({ id, type, initial }) => ({ id, type, initial })),
          rowIds,
          exact,
        });
  const span = { after: segment.editsAfter, upTo: version };
  // Compaction keeps the number of edits after a segment small.
  const slices =
    rowIds.length > ROW_BATCH
      ? editSlicesOfMostRows(db, tableId, new Set(rowIds), span)
      : editSlicesOfRows(db, tableId, rowIds, span);
  for await (const edits of slices) {
    for (const { rowId, kind, after } of edits) {
      const state = states.get(rowId);
      if (kind === 'delete') states.delete(rowId);
      else if (state) Object.assign(state, after);
      else states.set(rowId, { ...after });
    }
  }
  const initial = Object.fromEntries(columns.map((column) => [column.id, column.initial ?? null]));
  return new Map([...states].map(([rowId, cells]) => [rowId, { ...initial, ...cells }]));
}
