import type { ColumnType } from '@workbook-data-service/sheets/values';

/**
 * A number, text, boolean or NULL. Dates and times are ISO text; a BIGINT beyond 2^53 and a DECIMAL are text with all
 * their digits; a JSON cell is its text.
 */
export type PythonCell = string | number | boolean | null;

/** A table on its way into or out of Python, by column: `values[c][r]` is row r of `columns[c]`. */
export interface PythonTable {
  columns: { name: string; type?: ColumnType }[];
  values: PythonCell[][];
}

export interface PythonProgram {
  /** Python that leaves its result in the variable `output`. */
  code: string;
  /** Its tables, by the identifier of each. */
  inputs: Record<string, PythonTable>;
}
