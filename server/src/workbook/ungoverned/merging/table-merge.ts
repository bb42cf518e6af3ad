import type { Message } from '@workbook-data-service/contract/messages/message';
import type { BlobRef } from '../../../blobs/blob-store.js';
import type { LatestBase } from '../../../catalog/branches.js';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { BaseColumn } from '../../../core/base-column.js';
import type { CellReadings, OnUnreadable, ReturnedTable } from '../../files/returned-file.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import type { NewConflict } from '../../writing/conflicts.js';
import type { PlannedCell } from '../../writing/planned-cell.js';
import type { RowChange } from '../../writing/write-tables.js';

export interface MergeOptions {
  /** Whether the merge will be committed, and the file becomes the next base. */
  isKept: boolean;
  onUnreadable: OnUnreadable;
  /** Whether a file without any of its row ids may replace every row. */
  confirmDeletes: boolean;
}

/** A table of a returned file, and what it is merged with. */
export interface TableToMerge extends MergeOptions {
  table: GovernedTable;
  base: LatestBase;
  returned: ReturnedTable;
}

/** The merge of a returned file into one version of a table, not yet in the catalog. */
export interface TableMerge {
  table: GovernedTable;
  /** The base that the file was compared with. */
  baseOpId: number;
  columns: {
    /** Those of the table after the merge; null if they stay as they are. */
    changed: ColumnRecord[] | null;
    added: string[];
    renamed: { from: string; to: string }[];
    ignored: string[];
    missing: string[];
  };
  /** Without the cells of formula columns. */
  rows: RowChange[];
  counts: { inserted: number; updated: number; deleted: number; unchanged: number };
  /** Cells that are written in rows that the table has. */
  cells: number;
  conflicts: NewConflict[];
  /** The first cells that it would write, where that was asked for. */
  planned?: PlannedCell[];
  readings: CellReadings[];
  skipped: ReturnedTable['skipped'];
  /** Whether the file differs from its base, also where the table already has what it changed. */
  isEdited: boolean;
  /** The base of the next merge; the blob is null if the merge is not kept. */
  next: { columns: BaseColumn[]; rowCount: number; blob: BlobRef | null };
  warnings: Message[];
}

/** A merge changes at most this many rows and opens at most this many conflicts. */
export const MAX_MERGED = 100_000;
/** Planning a statement over more columns takes the engine longer than merging their rows. */
export const MAX_MERGED_COLUMNS = 1000;
