import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import type { FileWorkers } from '../file-workers/file-workers.js';

/** What the modules of `workbook/` work with; everyone else holds it closed, as `WorkbookData`. */
export interface Stores {
  catalog: Catalog;
  blobs: BlobStore;
  engine: Engine;
  fileWorkers: FileWorkers;
  maxUploadBytes: number;
  queryTimeoutMs: number;
  /** A query result with more rows is cut. */
  maxResultRows: number;
  /** One whose file is larger is refused. */
  maxResultBytes: number;
  /** A page of rows ends before it takes more. */
  maxPageBytes: number;
}

/** Under this key the stores are in `WorkbookData`, so that only importers of this module reach them. */
export const STORES = Symbol('stores');

export function storesOf(data: { readonly [STORES]: Stores }): Stores {
  return data[STORES];
}
