import type { SpecType } from '../../core/parse-spec.js';
import type { ColumnData } from '../../spreadsheet/column-data.js';

/** `computed`: totals, differences and other rows or columns that follow from others. `accounts`: the tree of labels. */
export type TableRole = 'table' | 'level' | 'computed' | 'accounts' | 'notes';

export interface MaterializedTable {
  name: string;
  role: TableRole;
  regionIds: string[];
  columns: MaterializedColumn[];
  rowCount: number;
  /** Per column and row the cell that says the value (see `placeOf`); NaN where no single cell does. */
  sources: Float64Array[];
}

export type MaterializedColumn = ColumnData & {
  name: string;
  /** The heading as the sheet has it; null where there is none. */
  originalName: string | null;
  unit?: string;
};

/** A table before its cells are read: which cell stands where. */
export interface ArrangedTable {
  /** What is added to the name of the region's table. */
  suffix: string;
  role: TableRole;
  rowCount: number;
  columns: ArrangedColumn[];
  /** Cells outside the header that became names of columns. */
  names?: number[];
}

export interface ArrangedColumn {
  name: string;
  originalName: string | null;
  unit?: string | undefined;
  /** Null where it is to be found out from the values. */
  type: SpecType | null;
  places: Float64Array;
  /** Where the value is not simply what the cell says: a trimmed label, a piece of a list. */
  text?: (row: number) => string | null;
}
