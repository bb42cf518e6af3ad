import type { ColumnData } from '@workbook-data-service/sheets/columns';
import type { Extract, SpecType } from '../parse-spec.js';

/**
 * `computed`: totals, differences and other rows or columns computed from others. `accounts`: the tree of
 * labels.
 */
export type TableRole = 'table' | 'level' | 'computed' | 'accounts' | 'notes';

export interface MaterializedTable {
  name: string;
  role: TableRole;
  regionIds: string[];
  columns: MaterializedColumn[];
  rowCount: number;
  /** For each column and row, the cell with the value (see `placeOf`); NaN where no single cell has it. */
  sources: Float64Array[];
}

export type MaterializedColumn = ColumnData & {
  name: string;
  /** The heading in the sheet; null if there is none. */
  originalName: string | null;
  unit?: string;
  /** Absent for the default format. */
  numberFormat?: string | undefined;
};

/** A table before its cells are read: the position of each cell. */
export interface ArrangedTable {
  /** Appended to the name of the region's table. */
  suffix: string;
  role: TableRole;
  rowCount: number;
  columns: ArrangedColumn[];
  /**
   * For each row of a header of several rows, the positions of its cells by column; only where all are filled, so
   * that the rows may be fields like those below them.
   */
  headerLines?: number[][] | undefined;
  /** Cells that became names of columns, or a part of a label. */
  names?: number[];
  /** Texts that stand in it though no cell says so alone: periods, and names that became values. */
  labels?: readonly string[];
}

export interface ArrangedColumn {
  name: string;
  originalName: string | null;
  unit?: string | undefined;
  /** Null where it is inferred from the values. */
  type: SpecType | null;
  places: Float64Array;
  /** Where only a part of the cell is the value. */
  extract?: Extract | undefined;
  /** Where the value is not the whole text of the cell: a trimmed label, a piece of a list. */
  text?: (row: number) => string | null;
}
