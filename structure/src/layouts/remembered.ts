import type { CellRange } from '@workbook-data-service/sheets/addresses';
import type { ColumnRole, Extract, MadeNames, RegionSpec, ReshapeStep, SpecType } from '../parse-spec.js';

/**
 * What is remembered of how a sheet was read: its layout, by which a later sheet of its kind is recognised, and the decisions of a
 * person in terms that hold there too. No value of a record is in it.
 */
export interface RememberedSheet {
  /** The name of the sheet without digits and dates; '' where that says nothing. */
  sheet: string;
  /** That of the file. */
  file: string;
  tables: RememberedTable[];
  /** Regions that were found in the sheet and left out, or kept as texts, in reading order. */
  setAside: SetAside[];
  /** How many of its totals did not agree when it was learned. */
  disagreeing: number;
}

/** Where labels of rows stand that are not among their keys: so many rows below the row, and columns right of the first one. */
export interface LabelPlace {
  rows: number;
  columns: number;
}

export interface RememberedTable {
  /** For each column what it is called in the sheet. Empty for a table without a header. */
  columns: RememberedColumn[];
  /** The header rows that stand together, counted from the first. */
  headerOffsets: number[];
  /** Hashes of the texts in the header, by which sheets are looked up. */
  keys: number[];
  form: boolean;
  /** How the header looks: bold, filled, lined. */
  look: string;
  /** Null where it was left as it was found, so that the next one is named by its own title or file. */
  name: string | null;
  layout: 'flat' | 'crosstab' | 'report' | 'form';
  headerColumns: number;
  /** How far its range begins before its first column, and rows before its header. */
  ends: TableEnd;
  rows: RowDecisions;
  /** What the rows are, where the next file has the same ones. */
  same?: RememberedRows;
  /** By what other rows are placed below each other; null where that cannot be said. Absent where nothing is below anything. */
  levels?: LevelModel | null;
  /** How many rows a record takes, where it is more than one. */
  recordRows?: number;
  rowLabels?: LabelPlace[];
  madeNames?: MadeNames;
  spreadMerged?: boolean;
  /** The place of the table that has the rows of this one too. */
  continues?: number;
  /** By places among the columns, after those of the groups; null, in what earlier releases remembered: as found. */
  steps: ReshapeStep[] | null;
  groups: boolean;
  /** Kinds of questions that were open, such as `periods`. */
  asks: string[];
  /** Texts above the columns that are not taken. */
  leftOut: string[];
  /** Only for a table without a header: where it begins. */
  range?: CellRange;
}

export interface RememberedColumn {
  /** As written. */
  label: string;
  key: string;
  /** What its column was called, whoever named it. */
  called: string;
  type: SpecType;
  /** Whether a person chose the type, the name, the role or the unit. */
  name: string | null;
  role: ColumnRole | null;
  unit: string | null | undefined;
  typed: boolean;
  /** Whether any cell showed the type. */
  filled: boolean;
  derived?: boolean;
  extract?: Extract;
  /** For a period: which of several measures, where a person said so. */
  period?: boolean;
  /** In a form: from its label to its value. */
  offset?: { rows: number; columns: number };
}

/** What is below the last row. */
export interface TableEnd {
  by: 'sheet' | 'blank' | 'row';
  /** Of a row: the beginning of its text. */
  label: string;
  /** The most blank rows that follow each other within. */
  blankRows: number;
}

/** Which rows head groups or are computed. `found`: as structuring finds them. */
export interface RowDecisions {
  group: 'found' | 'none';
  derived: 'found' | 'none' | { labels: string[]; only: boolean };
  /** Hashes of their labels, where no record had the same one; what was remembered by earlier releases has none. */
  labels?: { group: number[]; derived: number[]; ungrouped?: number[]; note?: number[]; skip?: number[] };
}

/** Rows by their places, from the first of the header. */
export interface RememberedRows {
  /** Of their labels, one after the other. */
  hash: number;
  roles: RegionSpec['rowRoles'];
  /** For each row the place of the one above it in the tree, or -1. */
  parents?: number[];
}

/** How the depth of a row is told: by hashes of labels, or by the first sign that is known. */
export interface LevelModel {
  labels: Record<number, number>;
  /** For each kind of sign, from how rows look to their depth. */
  signs: Record<string, number>[];
}

export interface SetAside {
  as: 'title' | 'note' | 'left out';
  /** Keys of the labels of a table that is none; empty for texts. */
  keys: string[];
  place: 'above' | 'below';
}
