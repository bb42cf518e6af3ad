/** How strongly a cell stands out, and why: as added, changed, doubtful or wrong. */
export type Tone = 'good' | 'info' | 'warning' | 'bad';

export interface GridColumn {
  name: string;
  /** As the service names it, such as `BIGINT`; it decides how values are shown. */
  type: string;
  /** In place of the name. */
  title?: string;
  width?: number;
  /** As in Excel, such as `#,##0.00`; without it, as the type is shown. */
  format?: string;
  /** Stays in view when the others are scrolled sideways; such columns come first. */
  isFrozen?: boolean;
  badge?: 'masked' | 'formula' | 'tag';
  /** What computes its cells. */
  formula?: string;
}

export interface GridRow {
  /** The id that the row keeps for ever; null in results that have none. */
  id: string | null;
  /** In the order of the columns. */
  cells: unknown[];
}

/**
 * Rows anywhere, in blocks; the grid asks only for what is in view. Another `key` means other rows: the grid begins at the
 * top. Another object with the same key means the same rows, which may have changed: they are read again where they are.
 */
export interface RowSource {
  key: string;
  rowCount: number;
  /** Those that are at hand at once, so that they are drawn in the same frame. */
  read(from: number, to: number, signal: AbortSignal): GridRow[] | Promise<GridRow[]>;
  /** Puts the cells of a row that was read into the order of the columns, where that is another one. */
  arrange?: (row: GridRow) => GridRow;
}

/** What a cell has beyond its value. */
export interface CellMark {
  /** Colours the whole cell. */
  tone?: Tone;
  /** A small triangle in the corner, such as for a note. */
  corner?: Tone;
  /** A triangle in the other corner: people talk about the cell. */
  isCommented?: boolean;
  /** A colour around the cell, such as that of somebody who has selected it. */
  outline?: string;
  /** Read aloud after the value, and shown as a tip. */
  label?: string;
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  /** A colour of the user's choice. */
  fill?: string;
  ink?: string;
}

export type CellMarks = (row: GridRow, column: number) => CellMark | undefined;

export interface Place {
  row: number;
  column: number;
}

export interface SortTerm {
  column: string;
  isDescending: boolean;
}
