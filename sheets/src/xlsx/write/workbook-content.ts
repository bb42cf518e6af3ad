import type { SheetAnnotation } from './annotations.js';
import type { CellLook } from './cell-look.js';
import type { DocumentProperties } from './document-properties.js';
import type { XlsxReport } from './report-content.js';

/** The content of a workbook to write. */
export interface XlsxWorkbook {
  sheets: Iterable<XlsxSheet | XlsxReport>;
  properties?: DocumentProperties | undefined;
  /** Custom document properties. */
  customProperties?: Readonly<Record<string, string>> | undefined;
  /** Texts that programs keep and readers do not see, by defined name. */
  hiddenTexts?: Readonly<Record<string, string>> | undefined;
}

/** A sheet that is one table. */
export interface XlsxSheet extends XlsxTable {
  /** The preferred name; changed where Excel would refuse it. */
  name: string;
  batches: AsyncIterable<XlsxBatch>;
}

export interface XlsxTable {
  columns: readonly XlsxColumn[];
  /** The text that a number format makes of a number, for the width of its column. */
  display?: ((value: number, format: string) => string) | undefined;
  /** Row annotations refer to the row ids of the batches. */
  annotations?: readonly SheetAnnotation[] | undefined;
}

/** The meaning of a column's numbers; dates and times are given as serials. */
export type NumberMeaning = 'number' | 'date' | 'timestamp' | 'time';

export interface XlsxColumn {
  name: string;
  meaning: NumberMeaning;
  /** A format code such as `#,##0.00`, in place of the default. */
  numberFormat?: string | undefined;
  /** For a column of numbers: a note on its heading if some of its values are given as text. */
  noteOnTexts?: string | undefined;
  /** The formula behind the value in a row of the sheet (counted from 1), without the `=`; null for none. */
  formula?: ((row: number) => string | null) | undefined;
  /** The look of the column's cells, headings apart; what annotations say wins. */
  look?: CellLook | undefined;
  /** A hidden defined name of the heading, which follows it when it is moved. */
  hiddenName?: string | undefined;
}

/** A number that is not finite leaves its cell empty. */
export type XlsxCell = string | number | boolean | null | { error: string };

/** Numbers without a JavaScript value for each; `valid` is 1 for a value, and null if all are valid. */
interface NumberCells {
  numbers: Float64Array;
  valid: Uint8Array | null;
}

/** Texts in UTF-8, without a JavaScript value for each; a length below 0 leaves its cell empty. */
export interface TextCells {
  utf8: DataView;
  starts: Int32Array;
  lengths: Int32Array;
}

export type BatchColumn = readonly XlsxCell[] | NumberCells | TextCells;

export function lengthOf(column: BatchColumn): number {
  if ('numbers' in column) return column.numbers.length;
  return 'utf8' in column ? column.lengths.length : column.length;
}

export function cellAt(column: BatchColumn, row: number): XlsxCell {
  if ('numbers' in column) return column.valid?.[row] === 0 ? null : (column.numbers[row] ?? null);
  if (!('utf8' in column)) return column[row] ?? null;
  const { utf8, starts, lengths } = column;
  const length = lengths[row] ?? -1;
  return length < 0 ? null : utf8Text(utf8, starts[row] as number, length);
}

export function utf8Text({ buffer, byteOffset }: DataView, start: number, length: number): string {
  return Buffer.from(buffer, byteOffset + start, length).toString();
}

/** Some rows of a sheet, column by column. */
export interface XlsxBatch {
  rowCount: number;
  columns: readonly BatchColumn[];
  /** For sheets whose rows have annotations. */
  rowIds?: ArrayLike<number> | undefined;
}

/** What was written. */
export interface XlsxSummary {
  sheets: { name: string; rows: number; table: string | null }[];
  formulas: number;
  /** Cells whose text was too long for a cell. */
  truncatedCells: number;
}
