import type { SheetAnnotation } from './annotations.js';
import type { DocumentProperties } from './document-properties.js';

/** What a workbook is written from. */
export interface XlsxWorkbook {
  sheets: Iterable<XlsxSheet>;
  properties?: DocumentProperties | undefined;
  /** Names and texts that travel in the file beside its sheets. */
  customProperties?: Readonly<Record<string, string>> | undefined;
}

export interface XlsxSheet {
  /** As wished; it is changed where Excel would refuse it. */
  name: string;
  columns: readonly XlsxColumn[];
  batches: AsyncIterable<XlsxBatch>;
  /** Those on rows are found by the row ids of the batches. */
  annotations?: readonly SheetAnnotation[] | undefined;
}

/** What the numbers of a column mean; dates and times are given as serials. */
export type NumberMeaning = 'number' | 'date' | 'timestamp' | 'time';

export interface XlsxColumn {
  name: string;
  meaning: NumberMeaning;
  /** A format code such as `#,##0.00`, in place of the usual one. */
  numberFormat?: string | undefined;
  /** The formula behind the value in a row of the sheet (counted from 1), without the `=`; null for none. */
  formula?: ((row: number) => string | null) | undefined;
}

/** What is no finite number leaves its cell empty. */
export type XlsxCell = string | number | boolean | null | { error: string };

/** Numbers without a JavaScript value for each; `valid` is 1 where there is one, null where all are. */
export interface NumberCells {
  numbers: Float64Array;
  valid: Uint8Array | null;
}

export type BatchColumn = readonly XlsxCell[] | NumberCells;

/** Some rows of a sheet, column by column. */
export interface XlsxBatch {
  rowCount: number;
  columns: readonly BatchColumn[];
  /** Of sheets whose rows have annotations. */
  rowIds?: ArrayLike<number> | undefined;
}

/** What was written. */
export interface XlsxSummary {
  sheets: { name: string; rows: number; table: string | null }[];
  formulas: number;
  /** Cells whose text was longer than a cell may hold. */
  truncatedCells: number;
}
