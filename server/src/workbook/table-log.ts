import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import { nextEditSlice } from '../catalog/row-edits.js';
import { columnsAt, segmentAt } from '../catalog/tables.js';
import type { TableLog } from '../engine/table-log.js';
import { pathOfTable } from './stored-blobs.js';

/** The engine's view of the catalog and the blob store. */
export function tableLog(catalog: Catalog, blobs: BlobStore): TableLog {
  return {
    async segmentAt({ tableId, version }) {
      const { db } = catalog;
      const segment = await segmentAt(db, tableId, version);
      const path = await pathOfTable({ db, blobs }, tableId, segment.blob_hash);
      const { version: at, edits_after: editsAfter, size, row_count: rowCount } = segment;
      return { version: at, editsAfter, size, rowCount, path };
    },
    async columnsAt({ tableId, version }) {
      const columns = await columnsAt(catalog.db, tableId, version);
      return columns.map(({ id, type, initial }) => ({ id, type, initial }));
    },
    editsAfter: ({ tableId, version, rows }, place) =>
      nextEditSlice(catalog.db, tableId, place, version, rows),
  };
}
