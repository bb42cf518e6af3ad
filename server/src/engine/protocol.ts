import type { CellValue } from '@workbook-data-service/sheets/values';
import type { NetEdits, RawEdit, RowRange } from '../core/row-edits.js';
import type { PageCut } from './encode/page-builder.js';
import type { Lineage } from './lineage/column-lineage.js';

/** The messages between the host and an engine process. */

export type { PageCut };

/** A column in segments and cached tables: named by its id, which no rename changes. */
export interface PhysicalColumn {
  id: string;
  type: string;
  /** The value in rows older than the column. */
  initial?: CellValue | undefined;
}

/** Local files with the content of a segment. */
export interface SegmentFiles {
  /** Parquet files with the rows, by disjoint ranges of row ids. */
  files: readonly string[];
  /** A file with edits of these rows, each row at most once. */
  edits?: string | undefined;
}

/** The column of a file of edits that says whether an updated row has a new cell for a column. */
export const editFlag = (columnId: string): string => `has ${columnId}`;

export interface LoadRequest extends FollowRequest {
  /** Whether it is an earlier version of a table, beside the one that follows its edits. */
  isPast: boolean;
  columns: PhysicalColumn[];
  segment: SegmentFiles & { rowCount: number };
  /** Whether the segment has other columns too. */
  isPartial: boolean;
  /** Whether only edited rows are read, as what was edited: those of the segment's own edits, and of the edits here. */
  isEditsOnly: boolean;
  /** The only rows to load. */
  rows?: RowRange | undefined;
}

/**
 * Edits that move an entry to a later version: the first of them, and whether others follow as `MoreEdits`.
 */
export interface FollowRequest {
  workbook: string;
  entry: string;
  /** Identifies the transfer to those that follow. */
  transfer: number;
  edits: RawEdit[];
  more: boolean;
}

export interface MoreEdits {
  transfer: number;
  edits: RawEdit[];
  more: boolean;
  /** The host cannot read the rest. */
  failed?: boolean | undefined;
}

/** The approximate memory of an entry. */
export interface EntrySize {
  bytes: number;
}

export interface DropRequest {
  workbook: string;
  /** If absent, everything of the workbook. */
  entries?: string[];
}

/** A table under the reader's name for it, with masked columns as typed NULLs and denied ones missing. */
export interface ViewSpec {
  name: string;
  entry: string;
  columns: ViewColumn[];
  /** Whether every column of the entry is shown, under its own name. */
  isWhole?: boolean | undefined;
}

export interface ViewColumn {
  name: string;
  /** The physical column. */
  id: string;
  type: string;
  masked: boolean;
}

export type PageFormat = 'json' | 'ndjson' | 'arrow';

/** A JSON list of entities of OData; with `ieee754`, numbers that a double may not hold are texts. */
export type EntityFormat = 'odata' | 'odata-ieee754';

/** A page of a response. */
export interface PageRequest {
  /** `cells` is the inside of a JSON list of lists of cells; `columns` is for a copy in memory. */
  format: PageFormat | EntityFormat | 'cells' | 'columns';
  limit: number;
  /** Absent for what the service itself reads, and limits in other ways. */
  bounds?: PageBounds | undefined;
}

/** A page ends before it exceeds this many bytes; one too large for a message goes to the file. */
export interface PageBounds {
  maxBytes: number;
  overflowPath: string;
}

/** JSON text of a list, NDJSON lines or an Arrow IPC stream, or the file with one of them. */
export type Page = string | Uint8Array | PageFile;

interface PageFile {
  path: string;
  bytes: number;
}

export interface EncodedPage {
  page: Page;
  /** Rows in the page. */
  pageRows: number;
  /** Why rows were left out of the page, if any were. */
  cutBy?: PageCut | undefined;
}
export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

export interface ReadRequest {
  workbook: string;
  views: ViewSpec[];
  sql: string;
  parameters: Parameters;
  output: Output;
  /** Whether it gives the same rows each time over the same tables. */
  isSteady?: boolean | undefined;
}

export type Output =
  /**
   * The first `limit` rows. The last `keys` columns are not shown: they are the position of the last row, as
   * text.
   */
  | ({
      kind: 'page';
      keys: number /** Whether to list the ids of the rows. */;
      rowIds?: boolean;
    } & PageRequest)
  /**
   * The first `limit` rows. If there are more than fit the reply, every row (up to `maxRows`) goes to a
   * Parquet file at `path`. With `lineage`, also what each column is computed from.
   */
  | ({ kind: 'result'; maxRows: number; path: string; lineage: boolean } & PageRequest)
  /** Every row into a file. */
  | ({ kind: 'file'; path: string } & FileFormat)
  /**
   * Every row into a segment's file, with row ids derived from the key or, without one, from the whole row.
   * Cells in `overrides` replace computed ones, which the reply returns.
   */
  | {
      kind: 'segment';
      path: string;
      columns: SegmentColumn[];
      key: SegmentColumn[] | null;
      /** Makes row ids specific to the table. */
      salt: string;
      overrides: NetEdits['updates'];
      /**
       * Whether to write the rows in the order of their ids: their own order may reveal what they were sorted
       * by.
       */
      byRowId: boolean;
    }
  /** For a statement that created a segment: the source rows in its views of some of its rows. */
  | TraceOutput
  /** Planned, not run; with `lineage`, also what each column is computed from. */
  /** With `bound`, the parameters must be exactly those of the statement. */
  | { kind: 'describe'; lineage?: boolean; bound?: boolean };

export interface FileFormat {
  format: 'parquet' | 'csv';
  /** Whether a csv file begins with the names of its columns; by default it does. */
  header?: boolean | undefined;
  /** Makes a folder of Parquet files of about so many bytes, compressed as every reader of Parquet knows. */
  partBytes?: number | undefined;
}

export interface TraceOutput {
  kind: 'trace';
  /** What the statement was stored as, if nothing was changed since. */
  segment: SegmentFiles | undefined;
  columns: SegmentColumn[];
  key: SegmentColumn[] | null;
  salt: string;
  rowIds: readonly number[];
  /** The most row ids to return for each view. */
  limit: number;
}

/** A row of a statement in the page of a trace. */
export interface TracedRow {
  rowId: number;
  /** Whether the traced row has the same cells; otherwise its source rows may be wrong. */
  same: boolean;
  /** In the order of the views. */
  inputs: InputRows[];
}

export interface InputRows {
  /** How many there are. */
  total: number;
  /** The first of them, in order. */
  rowIds: number[];
}

/** A column of a statement as stored in a segment. */
export interface SegmentColumn extends PhysicalColumn {
  /** Its position in the statement, from 0. */
  position: number;
  name: string;
  /** Whether it is stored as JSON, because its values are nested. */
  nested: boolean;
}

export interface ResultColumn {
  name: string;
  type: string;
}

export interface ReadReply extends EncodedPage {
  columns: ResultColumn[];
  rowCount: number;
  /** Whether the rows are in the file at `path`; otherwise the page is the whole result. */
  file?: boolean;
  /** Whether rows beyond `maxRows` were left out. */
  capped?: boolean;
  /** How many rows there would be without that, if they could be counted quickly. */
  totalRows?: number | undefined;
  /** The ids of the page's rows, if requested. */
  rowIds?: number[];
  /** The position of the page's last row, if more rows follow it. */
  next?: (string | null)[];
  lineage?: Lineage;
  /** JSON text: the computed values of the rows with overrides, cells by column id. */
  computedRows?: string;
}

/** Rows of a segment, by row id. */
export type SegmentRowsRequest = {
  segment: SegmentFiles;
  columns: PhysicalColumn[];
  /** Also values that JSON lacks, as the engine's own text. */
  exact?: boolean | undefined;
} & (
  | { rowIds: number[]; holding?: never }
  /** Rows in which any of the columns has one of these numbers. */
  | { holding: number[]; rowIds?: never }
);

/** The rows of a segment in a range, in the order of their ids, into a file. */
export interface RewriteRequest {
  segment: SegmentFiles;
  columns: PhysicalColumn[];
  rows: RowRange;
  path: string;
}

/** Where the rows of a result are stored: in a file or, if few, as JSON text. */
type KeptRows = { path: string } | { rows: string };

export interface ResultPageRequest extends PageRequest {
  kept: KeptRows;
  columns: ResultColumn[];
  offset: number;
}
