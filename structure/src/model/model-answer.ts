import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellAddress, ColumnRole, Extract, RegionSpec, SpecType } from '../parse-spec.js';

/** What a model says about a sheet. Rows and columns count from 0, and everything is bounded. */
export interface ModelAnswer {
  /** Ids of regions that are right as they are. */
  keep: string[];
  change: ChangedPart[];
  parts: NewPart[];
}

/** What is said about a column of the sheet, by its place. */
export interface SaidOfColumn {
  name?: string;
  type?: SpecType;
  role?: ColumnRole;
  unit?: string;
  period?: string;
  extract?: Extract;
}

/** What is said about a table; what is left out is found. */
export interface SaidOfTable {
  name?: string;
  header?: number[];
  labels?: number;
  columns?: Map<number, SaidOfColumn>;
  totals?: number[];
  groups?: number[];
  notes?: number[];
  skip?: number[];
  ungrouped?: number[];
  /** By row, the row whose label stands over it. */
  under?: Map<number, number>;
  layout?: Exclude<RegionSpec['layout'], 'form'>;
  /** An id, or the range of another part. */
  continues?: string;
  madeNames?: NonNullable<RegionSpec['madeNames']>;
  spread?: boolean;
  /** Cells of numeric columns that need not be numbers. */
  blanks?: CellAddress[];
  /** Blanks up to this column mean the value above. */
  fill?: number;
  /** Columns that become rows. */
  stack?: { left: number; right: number; skipBlanks: boolean };
  fields?: SaidOfField[];
  why?: string;
}

/** A field of a form. */
export interface SaidOfField {
  name: string;
  cells: [CellAddress, ...CellAddress[]];
  label?: CellAddress;
  type?: SpecType;
  unit?: string;
}

export interface ChangedPart extends SaidOfTable {
  id: string;
  range?: CellRange;
  kind?: 'note' | 'title';
  /** Where it stands in the answer, as `/change/0`. */
  path: string;
}

export interface NewPart extends SaidOfTable {
  kind: 'table' | 'form' | 'note' | 'title';
  range: CellRange;
  /** As `/parts/0`. */
  path: string;
}
