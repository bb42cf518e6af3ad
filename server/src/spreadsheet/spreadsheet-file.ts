import type { Sheet } from '../grid/grid.js';

export type FileFormat = 'xlsx' | 'xlsm' | 'xls' | 'xlsb' | 'ods' | 'csv' | 'tsv';

/** How a text file is to be read. */
export interface Dialect {
  encoding: string;
  delimiter: string;
  quote: string;
}

/** A file as it is, before anyone asks what it means. */
export interface SpreadsheetFile {
  format: FileFormat;
  /** Null for formats that say themselves how they are read; else all cells are bare text, whose types are still to be found. */
  dialect: Dialect | null;
  /** Worksheets in the order of the file; chart, macro and dialog sheets are passed over. */
  sheets: Sheet[];
}

/** What a format that cannot say it leaves unsaid. */
export const nothingAround = {
  visibility: 'visible',
  merges: [],
  hiddenRows: new Set<number>(),
  hiddenColumns: new Set<number>(),
  columnWidths: new Map<number, number>(),
  rowOutline: new Map<number, number>(),
  columnOutline: new Map<number, number>(),
  tables: [],
  comments: [],
  validations: [],
  hyperlinks: [],
} as const satisfies Partial<Sheet>;
