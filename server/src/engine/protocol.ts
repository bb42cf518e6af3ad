import type { CellValue, NetEdits, RawEdit } from '../core/row-edits.js';
import type { PageCut } from './encode/page-builder.js';
import type { Lineage } from './lineage/column-lineage.js';

/** What the host asks of an engine process, and what it answers. */

export type { PageCut };

/** A column as segments and cached tables hold it: named by its id, which no rename changes. */
export interface PhysicalColumn {
  id: string;
  type: string;
  /** What rows older than the column hold in it. */
  initial?: CellValue | undefined;
}

export interface LoadRequest extends FollowRequest {
  columns: PhysicalColumn[];
  segmentPath: string;
}

/** Edits that take an entry to a later version: the first of them, and whether others follow as `MoreEdits`. */
export interface FollowRequest {
  workbook: string;
  entry: string;
  /** Names the transfer to those that follow. */
  transfer: number;
  edits: RawEdit[];
  more: boolean;
}

export interface MoreEdits {
  transfer: number;
  edits: RawEdit[];
  more: boolean;
  /** The host cannot get at the rest. */
  failed?: boolean | undefined;
}

/** What an entry takes in memory, about. */
export interface EntrySize {
  bytes: number;
}

export interface DropRequest {
  workbook: string;
  /** Absent: everything of the workbook. */
  entries?: string[];
}

/** A table under the name its reader knows it by, with masked columns as typed NULLs and denied ones absent. */
export interface ViewSpec {
  name: string;
  entry: string;
  columns: ViewColumn[];
}

export interface ViewColumn {
  name: string;
  /** The physical column. */
  id: string;
  type: string;
  masked: boolean;
}

export type PageFormat = 'json' | 'ndjson' | 'arrow';

/** A page of an answer. */
export interface PageRequest {
  /** `cells` is the inside of a JSON list of lists of cells. */
  format: PageFormat | 'cells';
  limit: number;
  /** Absent for what the service itself reads, and has bounded otherwise. */
  bounds?: PageBounds | undefined;
}

/** A page ends before it takes more bytes than this; one that is too large for a message goes to the file. */
export interface PageBounds {
  mostBytes: number;
  overflowPath: string;
}

/** JSON text of a list, NDJSON lines or an Arrow IPC stream, or the file that holds one of them. */
export type Page = string | Uint8Array | PageFile;

export interface PageFile {
  path: string;
  bytes: number;
}

export interface EncodedPage {
  page: Page;
  /** Rows in the page. */
  pageRows: number;
  /** Why rows were left out of the page, where some were. */
  cutBy?: PageCut | undefined;
}
export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

export interface ReadRequest {
  workbook: string;
  views: ViewSpec[];
  sql: string;
  parameters: Parameters;
  output: Output;
}

export type Output =
  /** The first `limit` rows. The last `keys` columns are not shown: they tell the place of the last row, as text. */
  | ({
      kind: 'page';
      keys: number /** Whether to list the ids of the rows. */;
      rowIds?: boolean;
    } & PageRequest)
  /**
   * The first `limit` rows. Where there are more than the reply can hold, every row (up to `mostRows`)
   * goes to a Parquet file at `path`. With `lineage`, also what each column is computed from.
   */
  | ({ kind: 'result'; mostRows: number; path: string; lineage: boolean } & PageRequest)
  /** Every row into a file. */
  | { kind: 'file'; format: 'parquet' | 'csv'; path: string }
  /**
   * Every row into a segment's file, with row ids that follow from the key or, without one, from the whole row.
   * Cells in `overrides` stand in place of computed ones, which the reply tells.
   */
  | {
      kind: 'segment';
      path: string;
      columns: SegmentColumn[];
      key: SegmentColumn[] | null;
      /** Makes row ids of the table's own. */
      salt: string;
      overrides: NetEdits['updates'];
      /** Whether to write the rows in the order of their ids: their own may tell what they were sorted by. */
      byRowId: boolean;
    }
  /** Of a statement that made a segment: from which rows of its views each of some of its rows comes. */
  | TraceOutput
  /** Planned, not run; with `lineage`, also what each column is computed from. */
  /** With `bound`, the parameters must be just those that the statement has. */
  | { kind: 'describe'; lineage?: boolean; bound?: boolean };

export interface TraceOutput {
  kind: 'trace';
  columns: SegmentColumn[];
  key: SegmentColumn[] | null;
  salt: string;
  rowIds: readonly number[];
  /** Of each view that many row ids are told. */
  limit: number;
}

/** A row of a statement, as the page of a trace tells it. */
export interface TracedRow {
  rowId: number;
  /** Whether it has the same cells once it tells where it comes from; otherwise what it tells may not hold. */
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

/** A column of a statement as a segment keeps it. */
export interface SegmentColumn extends PhysicalColumn {
  /** Its place in the statement, from 0. */
  position: number;
  name: string;
  /** Whether it is kept as JSON, because its values hold other values. */
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
  /** Whether rows beyond `mostRows` were left out. */
  capped?: boolean;
  /** How many rows there would be without that, where they could be counted quickly. */
  totalRows?: number | undefined;
  /** The ids of the page's rows, where asked for. */
  rowIds?: number[];
  /** The place of the page's last row, where more rows follow it. */
  next?: (string | null)[];
  lineage?: Lineage;
  /** JSON text: the rows with overrides as they were computed, cells by column id. */
  beneath?: string;
}

/** Rows of a segment's file, by row id. */
export interface SegmentRowsRequest {
  path: string;
  columns: PhysicalColumn[];
  rowIds: number[];
  /** Also what JSON has no word for: the engine's own text stands for it. */
  exact?: boolean | undefined;
}

/** Where the rows of a result are kept: in a file or, if few, as JSON text. */
export type KeptRows = { path: string } | { rows: string };

export interface ResultPageRequest extends PageRequest {
  kept: KeptRows;
  columns: ResultColumn[];
  offset: number;
}
