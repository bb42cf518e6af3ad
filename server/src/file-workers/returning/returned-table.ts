import type { Message } from '@workbook-data-service/contract/messages/message';
import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import type { BaseColumn } from '../../core/base-column.js';
import type { Offender } from './offenders.js';

/** The kind of a returned file: csv holds every value exactly, a workbook at the precision of its cells. */
type ReturnedFormat = 'workbook' | 'csv';

export interface FileIdentity {
  /** The branch that the file says it belongs to; null if it does not say. */
  branchId: string | null;
  format: ReturnedFormat;
}

/** A table that is looked for in a returned file. */
export interface RequestedTable {
  tableId: string;
  /** Its current name, for messages and for files without identity. */
  name: string;
  /** As the file was exported. */
  columns: BaseColumn[];
}

export interface ReturnedColumn {
  /** Null for a column that the table does not have. */
  id: string | null;
  /** The column of the Parquet file: the id, or `new_1`, `new_2`… */
  key: string;
  /** The heading as the file has it. */
  header: string;
  /** The name that the column has in the file: that of its base, unless it was renamed. */
  name: string;
  type: ColumnType;
  /** The letters of the column of the sheet. */
  letter: string;
  wasRenamed: boolean;
  /** The BOOLEAN column of the Parquet file that marks cells which could not be read; null if all could. */
  unread: string | null;
}

/** A column of the file that is computed, or that its sender may not write: what they typed there is not merged. */
export interface UnwrittenColumn {
  id: string;
  type: ColumnType;
  letter: string;
}

/** Cells of a column that were read in another way than they are written. */
export interface CellReadings {
  column: string;
  type: ColumnType;
  count: number;
  /** The first ones. */
  cells: { cell: string; text: string; value: CellValue }[];
}

/** What becomes of a file with cells that cannot be read: it is refused, or they stay as they were. */
export type OnUnreadable = 'refuse' | 'skip';

/**
 * A table of a returned file. The Parquet file has `position` (the row of the sheet, from 1), `row_id` (null where blank)
 * and every column under its key. Empty texts are NULL, except for a pair of quotes in csv. JSON is text, as the file has it, so that one which the export
 * cut can be compared. The file is temporary: its reader removes it.
 */
export interface ReturnedTable {
  tableId: string;
  sheet: string;
  path: string;
  /** Neither formula columns nor masked ones. */
  columns: ReturnedColumn[];
  /** The letters of the column of row ids. */
  rowIdLetter: string;
  /** The ids of base columns, without formula and masked ones, that the file no longer has. */
  missing: string[];
  /** Also in the Parquet file, under their ids, without formulas. */
  unwritten: UnwrittenColumn[];
  rows: number;
  readings: CellReadings[];
  /** Cells that could not be read, where they are skipped; the first hundred. */
  skipped: { count: number; cells: Offender[] };
  warnings: Message[];
}

export interface ReturnedFile extends FileIdentity {
  tables: ReturnedTable[];
  /** The ids of wanted tables that are not in the file. */
  absent: string[];
}
