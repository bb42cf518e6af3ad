import type { BlobRef } from '../../../blobs/blob-store.js';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { CellValue } from '../../../core/row-edits.js';
import type { TableOrigin } from '../../../core/table-origin.js';
import type { SheetColumns } from '../../../file-workers/write-structured-tables.js';
import type { RowChange } from '../../writing/write-tables.js';
import type { LandedColumn } from './pair-columns.js';

/** What the new file holds of a table. */
export interface IncomingTable {
  columns: ColumnRecord[];
  segment: BlobRef;
  /** Of a sheet as it is. */
  origin?: TableOrigin | null;
  /** Of a structured table. */
  provenance?: BlobRef;
  sheetColumns?: SheetColumns;
}

/** A table with the content of a new file, made for one version of it and not yet in the catalog. */
export interface TableRevision {
  tableId: string;
  /** The version that it was made for. */
  version: number;
  /** Null if the table stays as it is. */
  content: RevisedContent | null;
  counts: RevisionCounts;
  keptEdits: KeptEdits;
  /** What the file itself holds, for the next revision to compare with. */
  landed: { segment: BlobRef; columns: LandedColumn[] };
  origin: TableOrigin | null;
  provenance: { blob: BlobRef; sheetColumns: SheetColumns } | null;
}

export interface RevisedContent {
  segment: BlobRef;
  columns: ColumnRecord[];
  droppedColumns: string[];
  rows: RowChange[];
  /** New rows that are too many for the log. */
  rowsInSegmentOnly: number;
}

export interface RevisionCounts {
  inserted: number;
  updated: number;
  deleted: number;
  unchanged: number;
}

/** A cell that people and the new file changed to different values. */
export interface KeptEdit {
  rowId: number;
  /** Null if the whole row was deleted. */
  column: string | null;
  kept: CellValue;
  incoming: CellValue;
}

/** How many are told one by one. */
export const MOST_KEPT_EDITS = 1000;

export interface KeptEdits {
  /** The first of them. */
  edits: KeptEdit[];
  total: number;
}
