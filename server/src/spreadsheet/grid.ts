/**
 * A spreadsheet file as it is, before anyone asks what it means: for every sheet a grid of cells in
 * columns of typed arrays, so that millions of cells cost bytes and not objects.
 */
export type FileFormat = 'xlsx' | 'xlsm' | 'xls' | 'xlsb' | 'ods' | 'csv' | 'tsv';

/** How a text file is to be read. */
export interface Dialect {
  encoding: string;
  delimiter: string;
  quote: string;
}

export interface SpreadsheetFile {
  format: FileFormat;
  /** Null for formats that say themselves how they are read. */
  dialect: Dialect | null;
  /** Worksheets in the order of the file; chart, macro and dialog sheets are passed over. */
  sheets: Sheet[];
}

export type Visibility = 'visible' | 'hidden' | 'very_hidden';

export interface Sheet {
  name: string;
  visibility: Visibility;
  /** One past the last row that holds a cell; the file's own claim about its size is not believed. */
  rowCount: number;
  /** By position; null where a column holds no cell. The last one is never null. */
  columns: (GridColumn | null)[];
  texts: Texts;
  /** Codes that `GridColumn.formats` points into; the first is General. */
  numberFormats: string[];
  /** Whether date serials count from 1904. */
  date1904: boolean;
  /** Set where cells are bare text in this dialect, whose types are still to be found. */
  dialect: Dialect | null;
  merges: CellRange[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
}

/** Rows and columns count from 0 and both ends are inside. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export const CellKind = { empty: 0, text: 1, number: 2, boolean: 3, error: 4, date: 5 } as const;

/** One slot for every row from the first cell of the column to its last. */
export interface GridColumn {
  firstRow: number;
  /** A `CellKind` per slot. */
  kinds: Uint8Array;
  /** A number, a date serial, 0 or 1 for a boolean, or an index into `texts` for text and errors. */
  values: Float64Array;
  /** An index into `numberFormats` per slot; null where all are General. */
  formats: Uint16Array | null;
  /** By sheet row, without the leading equals sign. */
  formulas: ReadonlyMap<number, string>;
}

/** Texts by index: an array, or slices of a source where millions of strings need not live at once. */
export interface Texts {
  at(index: number): string | undefined;
}
