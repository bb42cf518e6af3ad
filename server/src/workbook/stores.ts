import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import type { FileWorkers } from '../file-workers/file-workers.js';
import type { RecentReplies } from './reading/recent-replies.js';
import type { SmallTables } from './reading/small-tables/small-tables.js';
import type { SegmentSizes } from './segment-files.js';

/** Used by the modules of `workbook/` only; all other code gets the opaque handle `WorkbookData`. */
export interface Stores {
  catalog: Catalog;
  blobs: BlobStore;
  engine: Engine;
  fileWorkers: FileWorkers;
  recentPages: RecentReplies;
  recentResults: RecentReplies;
  smallTables: SmallTables;
  maxUploadBytes: number;
  queryTimeoutMs: number;
  /** A query result with more rows is truncated. */
  maxResultRows: number;
  /** A query result with a larger file is refused. */
  maxResultBytes: number;
  /** A page of rows ends before it exceeds this. */
  maxPageBytes: number;
  segmentSizes: SegmentSizes;
}

/** The key of the stores in `WorkbookData`, so that only importers of this module reach them. */
export const STORES = Symbol('stores');

export function storesOf(data: { readonly [STORES]: Stores }): Stores {
  return data[STORES];
}
