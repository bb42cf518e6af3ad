import type { ColumnType } from '@workbook-data-service/sheets/values';
import type { CellStyle } from '../core/cell-style.js';

/** A table that becomes a sheet of an xlsx workbook. */
export interface ExportSheet {
  name: string;
  /** For a file of a branch. */
  tableId?: string | undefined;
  /** In the order of the Parquet columns, whatever their physical names. */
  columns: ExportColumn[];
  /** Files with the same rows side by side: a wide table is in several, each with some of its columns. */
  parquetPaths: string[];
  /** If there are any, the last column of the last file is the row id, whether it is shown or not. */
  annotations?: SheetAnnotation[] | undefined;
}

export interface ExportColumn {
  name: string;
  type: ColumnType;
  /** For table columns: the id that formulas use. */
  id?: string | undefined;
  formula?: string | undefined;
  /** A format code; the default one where absent. */
  numberFormat?: string | undefined;
}

/** A style and a note on a cell, a whole column (`rowId` null) or a whole row (`column` null). */
export interface SheetAnnotation {
  rowId: number | null;
  /** Index among the columns of the sheet. */
  column: number | null;
  style: CellStyle;
  note: string | null;
}
