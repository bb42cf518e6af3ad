import type { ColumnType } from '@workbook-data-service/sheets/values';

/** A column of a table as the file of a branch shows it. */
export interface BaseColumn {
  id: string;
  /** The text of its heading. */
  name: string;
  type: ColumnType;
  /** Computed from other columns, so that its cells are not taken from the file. */
  formula?: true;
  /** Its heading and texts in a csv file are guarded against being run as formulas. */
  guarded?: true;
  /** Without values in the file, because its reader may not see them. */
  masked?: true;
}
