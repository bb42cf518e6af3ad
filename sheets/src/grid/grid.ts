import type { DateSystem } from '../core/date-serials.js';

/**
 * A sheet before interpretation: a grid of cells in columns of typed arrays, so that millions of cells cost
 * bytes and not objects, and what the file says about them.
 */
export interface Sheet {
  name: string;
  visibility: Visibility;
  /** One past the last row with a value; the file's own claim about its size is ignored. */
  rowCount: number;
  /** By position; null for a column with neither a value nor a styled cell. The last one has a value. */
  columns: (GridColumn | null)[];
  texts: Texts;
  /**
   * Indexed by `GridColumn.styles`; the first is the style of a cell without one. Shared by the sheets of a
   * file.
   */
  styles: readonly CellStyle[];
  dateSystem: DateSystem;
  merges: readonly CellRange[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
  /** In characters, for columns with a width of their own. */
  columnWidths: ReadonlyMap<number, number>;
  /** Depth in the outline, for rows and columns that have one. */
  rowOutline: ReadonlyMap<number, number>;
  columnOutline: ReadonlyMap<number, number>;
  tables: readonly SheetTable[];
  /** Ranges that one formula computes together. */
  arrays: readonly CellRange[];
  /** Ranges computed by trying out values (in Excel: What-If Analysis, Data Table). */
  dataTables: readonly CellRange[];
  comments: readonly CellComment[];
  validations: readonly DataValidation[];
  hyperlinks: readonly Hyperlink[];
  /** For csv: whether an empty cell is a text without characters, written as a pair of quotes. */
  hasEmptyText?: (row: number, column: number) => boolean;
}

export type Visibility = 'visible' | 'hidden' | 'very_hidden';

/** Rows and columns count from 0; both ends are included. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export const CellKind = { empty: 0, text: 1, number: 2, boolean: 3, error: 4, date: 5 } as const;

/** One slot for every row from the first cell of the column to the last. */
export interface GridColumn {
  firstRow: number;
  /** A `CellKind` per slot. */
  kinds: Uint8Array;
  /** A number, a date serial, 0 or 1 for a boolean, or an index into `texts` for text and errors. */
  values: Float64Array;
  /** An index into the sheet's `styles` per slot; null where all are 0. */
  styles: Uint16Array | null;
  formulas: Formulas;
}

/** The formulas of a column by sheet row, without the leading equals sign. */
export interface Formulas {
  readonly size: number;
  has(row: number): boolean;
  get(row: number): string | undefined;
  keys(): Iterable<number>;
  /** What the formula of a row is shared from, if the file does not write it out. */
  sharedAt?(row: number): SharedFormula | undefined;
}

/** A formula that a file writes once, at its first cell, for many cells; its references move along with them. */
export interface SharedFormula {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** The formula of another cell that shares it. */
  at(row: number, column: number): string;
}

/** Texts by index: an array, or slices of a source where millions of strings need not live at once. */
export interface Texts {
  at(index: TextIndex): string | undefined;
  /** Whether a text begins with a visible character, where that is known without creating the string. */
  beginsVisibly?(index: TextIndex): boolean;
  /** Whether every text that is not empty is known to begin so, which spares looking at each. */
  readonly allBeginVisibly?: boolean;
  /** Texts with a lower index may be in many cells. */
  readonly sharedCount?: number | undefined;
}

declare const ofText: unique symbol;

/** Where a text is among those of its sheet. A number that a cell happens to have is not one. */
export type TextIndex = number & { readonly [ofText]: true };

/** The index in a slot of a column, which must be that of a text or an error. */
export const textIndexAt = (values: GridColumn['values'], slot: number): TextIndex =>
  (values[slot] ?? 0) as TextIndex;

/**
 * The look of a cell, as far as it helps to interpret it. Colours are `RRGGBB`; null is the default colour.
 */
export interface CellStyle {
  /** A format code such as `yyyy-mm-dd`; `General` where none was chosen. */
  numberFormat: string;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
  fontColor: string | null;
  fill: string | null;
  /** Null for the default: numbers to the right, text to the left. */
  align: 'left' | 'center' | 'right' | 'fill' | 'justify' | 'centerContinuous' | 'distributed' | null;
  verticalAlign: 'top' | 'center' | 'bottom' | 'justify' | 'distributed' | null;
  indent: number;
  wrap: boolean;
  borders: Borders;
}

/** Line styles such as `thin`, `medium` or `double`; null where there is no line. */
export interface Borders {
  top: string | null;
  right: string | null;
  bottom: string | null;
  left: string | null;
}

/** A range formatted as a table (in Excel: Insert, Table). */
export interface SheetTable {
  name: string;
  range: CellRange;
  headerRows: number;
  totalsRows: number;
  columns: readonly string[];
  /** The formula that fills a column, by position; null for the others. */
  columnFormulas: readonly (string | null)[];
}

export interface CellComment {
  row: number;
  column: number;
  author: string | null;
  text: string;
}

export interface DataValidation {
  ranges: readonly CellRange[];
  /** `list`, `whole`, `decimal`, `date`, `time`, `textLength`, `custom`. */
  type: string;
  operator: string | null;
  formula1: string | null;
  formula2: string | null;
}

export interface Hyperlink {
  range: CellRange;
  /** An address outside the workbook, or null. */
  target: string | null;
  /** A place in the workbook, or null. */
  location: string | null;
}

export interface DefinedName {
  name: string;
  /** The sheet that it is local to, or null. */
  sheet: string | null;
  /** Its definition, without the leading equals sign. */
  formula: string;
  hidden: boolean;
}

/** Names as in the file: `title`, `creator`, `lastModifiedBy`, `created`, `Company`, and custom ones. */
type WorkbookProperties = Readonly<Record<string, string>>;

export interface Workbook {
  /** Worksheets in the order of the file; chart, macro and dialog sheets are skipped. */
  sheets: Sheet[];
  hasMacros: boolean;
  /** Whether formulas compute with numbers as they are shown, rounded, and not as they are stored. */
  roundsAsShown: boolean;
  definedNames: readonly DefinedName[];
  properties: WorkbookProperties;
}

export const plainStyle: CellStyle = {
  numberFormat: 'General',
  bold: false,
  italic: false,
  underline: false,
  strikethrough: false,
  fontColor: null,
  fill: null,
  align: null,
  verticalAlign: null,
  indent: 0,
  wrap: false,
  borders: { top: null, right: null, bottom: null, left: null },
};
