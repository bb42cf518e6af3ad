import type { DateSystem } from '../../core/date-serials.js';
import { DAYS_TO_1904 } from '../../core/date-serials.js';
import type { CellRange } from '../../grid/grid.js';
import type { NumberMeaning, XlsxCell } from '../write/workbook-content.js';

/** The new content of a cell. Rows and columns count from 0. */
export interface CellEdit {
  row: number;
  column: number;
  /** Null clears the cell; dates and times are serials since 1900, whatever epoch the workbook uses. */
  value: XlsxCell;
  /** As Excel shows it, without the `=`; `value` is its result. */
  formula?: string | undefined;
  /** What a number means, for cells whose style does not show it as a date. */
  meaning?: NumberMeaning | undefined;
  /** Whether to refuse if the cell is not empty. */
  onlyIfEmpty?: boolean | undefined;
  /** Whether a new cell takes its style from the cell above. */
  styleFromAbove?: boolean | undefined;
  /** The style of the cell, new or not; otherwise an existing cell keeps its own. */
  style?: number | undefined;
}

export interface EditedRow {
  row: number;
  /** From left to right, each column once. */
  cells: readonly CellEdit[];
}

/**
 * The edits of a sheet in the order in which a worksheet stores its cells; the later of two for one cell
 * wins.
 */
export class CellEdits {
  readonly rows: readonly EditedRow[];
  /** Around all cells that get a value. */
  readonly bounds: CellRange | null;
  readonly count: number;

  constructor(edits: Iterable<CellEdit>) {
    const byRow = new Map<number, Map<number, CellEdit>>();
    let bounds: CellRange | null = null;
    for (const edit of edits) {
      const cells = byRow.get(edit.row) ?? new Map<number, CellEdit>();
      byRow.set(edit.row, cells.set(edit.column, edit));
      if (edit.value !== null || edit.formula !== undefined) bounds = including(bounds, edit);
    }
    this.bounds = bounds;
    this.rows = [...byRow]
      .sort(([one], [other]) => one - other)
      .map(([row, cells]) => ({ row, cells: [...cells.values()].sort((a, b) => a.column - b.column) }));
    this.count = this.rows.reduce((sum, { cells }) => sum + cells.length, 0);
  }

  touches({ top, bottom, left, right }: CellRange): boolean {
    for (let i = this.#firstFrom(top); i < this.rows.length; i++) {
      const { row, cells } = this.rows[i] as EditedRow;
      if (row > bottom) return false;
      if (cells.some(({ column }) => column >= left && column <= right)) return true;
    }
    return false;
  }

  #firstFrom(row: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] as EditedRow).row < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function including(
  range: CellRange | null,
  { row, column }: { row: number; column: number },
): CellRange {
  if (!range) return { top: row, bottom: row, left: column, right: column };
  return {
    top: Math.min(range.top, row),
    bottom: Math.max(range.bottom, row),
    left: Math.min(range.left, column),
    right: Math.max(range.right, column),
  };
}

/** Edits with their dates counted from the epoch of a workbook. */
export function inDateSystem(edits: readonly CellEdit[], system: DateSystem): readonly CellEdit[] {
  if (system !== '1904') return edits;
  return edits.map((edit) =>
    typeof edit.value === 'number' && (edit.meaning === 'date' || edit.meaning === 'timestamp')
      ? { ...edit, value: edit.value - DAYS_TO_1904 }
      : edit,
  );
}
