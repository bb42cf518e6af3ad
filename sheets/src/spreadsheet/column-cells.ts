import type { FormatKind } from '../grid/format-kind.js';
import type { GridColumn, Sheet, TextIndex } from '../grid/grid.js';

/** The cells of one column of a table, by row. */
export type ColumnCells = StoredCells | MadeCells;

interface ReadableCells {
  readonly sheet: Sheet;
  /** The sheet column that all of them are in; null if there is no such column. */
  readonly column: GridColumn | null;
  /** The sheet column that the cell of a row is in. */
  columnAt(row: number): GridColumn | null;
  /** A `CellKind`. */
  kind(row: number): number;
  /** The value of a cell that is a number, a date or a boolean. */
  number(row: number): number;
  /** The text of a cell that is text or an error. */
  text(row: number): string;
  /** An index into the styles of the sheet. */
  style(row: number): number;
  format(row: number): FormatKind;
  /** The format code of a cell; `General` where none was chosen. */
  numberFormat(row: number): string;
  /** Days since 1970-01-01 of a date cell. */
  days(row: number): number | undefined;
  isBlank(row: number): boolean;
  /** The cell as a person would write it; null if it is empty. */
  rendered(row: number): string | null;
}

/** Cells of the sheet, as they are in the file. */
export interface StoredCells extends ReadableCells {
  readonly areStored: true;
  /** Where the text of a cell that is text or an error is among those of the sheet. */
  textIndex(row: number): TextIndex;
}

/** Texts that are in no cell as they are, so that none of them has an index. */
export interface MadeCells extends ReadableCells {
  readonly areStored: false;
}
