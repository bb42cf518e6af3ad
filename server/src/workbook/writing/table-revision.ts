import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import type { BlobRef } from '../../blobs/blob-store.js';
import type { StoredSegment } from '../../catalog/segments.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { TableOrigin } from '../../core/table-origin.js';
import type { SheetColumns } from '../../file-workers/write-structured-tables.js';
import type { NewConflict } from './conflicts.js';
import type { RowChange } from './write-tables.js';

/** A table of the new file. */
export interface IncomingTable {
  columns: ColumnRecord[];
  segment: StoredSegment;
  /** Only for a raw sheet. */
  origin?: TableOrigin | null;
  /** Only for a structured table, like `sheetColumns`. */
  provenance?: BlobRef;
  sheetColumns?: SheetColumns;
}

/** The merge of a new file into one version of a table, not yet in the catalog. */
export interface TableRevision {
  tableId: string;
  /** The version that the file was merged into. */
  version: number;
  /** Null if the table does not change. */
  content: RevisedContent | null;
  counts: RevisionCounts;
  columnNames: ColumnNameChanges;
  keptEdits: KeptEdits;
  /** The kept edits, for people to decide on; at most `MAX_KEPT_EDITS`. */
  conflicts: NewConflict[];
  /** The content of the file itself, as the base of the next revision. */
  landed: { segment: BlobRef; columns: LandedColumn[] };
  origin: TableOrigin | null;
  provenance: { blob: BlobRef; sheetColumns: SheetColumns } | null;
}

/** A column of a landed file, under its id in the table. */
export interface LandedColumn {
  id: string;
  name: string;
  type: ColumnType;
}

export interface RevisedContent {
  segment: StoredSegment;
  columns: ColumnRecord[];
  droppedColumns: string[];
  rows: RowChange[];
  /** The number of new rows, if they are too many for the log. */
  rowsInSegmentOnly: number;
}

export interface RevisionCounts {
  inserted: number;
  updated: number;
  deleted: number;
  unchanged: number;
}

/** Columns that a new file has besides those of the table, and those that it lacks, by their names in the table. */
export interface ColumnNameChanges {
  added: string[];
  missing: string[];
}

/** A cell that people and the new file changed to different values. */
export interface KeptEdit {
  rowId: number;
  /** Null if the whole row was deleted. */
  column: string | null;
  kept: CellValue;
  incoming: CellValue;
}

/** How many are listed individually. */
export const MAX_KEPT_EDITS = 1000;

interface KeptEdits {
  /** At most `MAX_KEPT_EDITS`. */
  edits: KeptEdit[];
  total: number;
}
