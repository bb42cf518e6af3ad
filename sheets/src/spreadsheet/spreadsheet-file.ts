import type { DefinedName, Sheet } from '../grid/grid.js';

export type FileFormat = 'xlsx' | 'xlsm' | 'xls' | 'xlsb' | 'ods' | 'csv' | 'tsv';

/** How a text file is read. */
export interface Dialect {
  encoding: string;
  delimiter: string;
  quote: string;
}

/** The content of a file before interpretation. */
export interface SpreadsheetFile {
  format: FileFormat;
  /** Null for formats with typed cells; otherwise all cells are text, whose types are yet to be inferred. */
  dialect: Dialect | null;
  /** Worksheets in the order of the file; chart, macro and dialog sheets are skipped. */
  sheets: Sheet[];
  definedNames: readonly DefinedName[];
}

/** Empty values for properties that a format does not have. */
export const nothingAround = {
  visibility: 'visible',
  merges: [],
  hiddenRows: new Set<number>(),
  hiddenColumns: new Set<number>(),
  columnWidths: new Map<number, number>(),
  rowOutline: new Map<number, number>(),
  columnOutline: new Map<number, number>(),
  tables: [],
  arrays: [],
  dataTables: [],
  comments: [],
  validations: [],
  hyperlinks: [],
} as const satisfies Partial<Sheet>;
