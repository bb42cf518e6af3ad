import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import { nextEditSlice } from '../catalog/row-edits.js';
import { type SegmentFile, segmentAt } from '../catalog/segments.js';
import { columnsAt } from '../catalog/tables.js';
import type { TableLog } from '../engine/table-log.js';
import { localSegment } from './segment-files.js';

/** The engine's view of the catalog and the blob store. */
export function tableLog(catalog: Catalog, blobs: BlobStore): TableLog {
  return {
    async segmentAt({ tableId, version, rows, isEditsOnly }) {
      const { db } = catalog;
      const { stored, ...segment } = await segmentAt(db, tableId, version);
      const isWanted = ({ firstRowId, lastRowId }: SegmentFile) =>
        !isEditsOnly && (!rows || (lastRowId > rows.after && firstRowId <= rows.upTo));
      const files = await localSegment({ db, blobs }, tableId, stored, isWanted);
      return { ...segment, ...files, size: stored.size };
    },
    async columnsAt({ tableId, version }) {
      const columns = await columnsAt(catalog.db, tableId, version);
      return columns.map(({ id, type, initial }) => ({ id, type, initial }));
    },
    editsAfter: ({ tableId, version, rows }, place) =>
      nextEditSlice(catalog.db, tableId, place, version, rows),
  };
}
