import type { CellEdit, GrownTable } from '@workbook-data-service/sheets';
import { cannotPatch } from '@workbook-data-service/sheets';
import { cellAddress } from '@workbook-data-service/sheets/addresses';
import { sheetTokensOf, shiftFormula } from '@workbook-data-service/sheets/formula';
import {
  CellKind,
  type CellRange,
  cellOfScalar,
  type Sheet,
  type SheetTable,
  storedValue,
  type Workbook,
} from '@workbook-data-service/sheets/grid';
import { lastSheetRow, type TableOrigin } from '../core/table-origin.js';
import { movedTotal, refersToTotals } from './totals-references.js';

/**
 * How an Excel table takes rows that were added to the table imported from it: its range grows, its totals
 * move down, and its calculated columns continue. Rows count from 0.
 */
export class ExcelTableGrowth {
  /** The first added row. */
  readonly firstRow: number;
  readonly #sheet: Sheet;
  readonly #table: SheetTable;
  readonly #addedRows: number;
  readonly #lastDataRow: number;
  /** By how many rows the table becomes longer; less than were added where its last ones are empty. */
  readonly #growsBy: number;

  private constructor(sheet: Sheet, table: SheetTable, lastRow: number, addedRows: number) {
    this.#sheet = sheet;
    this.#table = table;
    this.#addedRows = addedRows;
    this.#lastDataRow = table.range.bottom - table.totalsRows;
    // Totals may have been imported like any row; rows are added above them all the same.
    this.firstRow = Math.min(lastRow, this.#lastDataRow) + 1;
    this.#growsBy = Math.max(0, this.firstRow + addedRows - 1 - this.#lastDataRow);
  }

  /** Undefined where the table did not come from an Excel table, or does not end with it. */
  static of(workbook: Workbook, origin: TableOrigin, addedRows: number): ExcelTableGrowth | undefined {
    const sheet = workbook.sheets.find(({ name }) => name === origin.sheet);
    const lastRow = lastSheetRow(origin) - 1;
    const table = sheet?.tables.find(
      ({ range: { top, bottom, left, right } }) =>
        lastRow >= top &&
        lastRow <= bottom &&
        Object.values(origin.columns).some((column) => column >= left && column <= right),
    );
    if (!sheet || !table || addedRows === 0) return undefined;
    const growth = new ExcelTableGrowth(sheet, table, lastRow, addedRows);
    growth.#refuseObstacles(workbook);
    return growth;
  }

  /** Undefined where the added rows fit into the table as it is. */
  get grown(): GrownTable | undefined {
    return this.#growsBy === 0 ? undefined : { table: this.#table, rows: this.#growsBy };
  }

  /** The moved totals, and the formulas of calculated columns in the added rows. */
  *edits(): Generator<CellEdit> {
    if (this.#movesTotals) yield* this.#totalsEdits();
    for (let column = this.#table.range.left; column <= this.#table.range.right; column++) {
      for (let row = this.firstRow; row < this.firstRow + this.#addedRows; row++) {
        const formula = this.#formulaAt(row, column);
        if (formula === undefined) break;
        const edit = { row, column, value: null, formula, onlyIfEmpty: true, styleFromAbove: true };
        yield this.ofNewRow(edit);
      }
    }
  }

  /** An edit of an added row: where the totals were, it replaces them and looks like the rows before. */
  ofNewRow(edit: CellEdit): CellEdit {
    if (!this.#movesTotals || !this.#hasColumn(edit.column)) return edit;
    const isOverTotals = edit.row > this.#lastDataRow && edit.row <= this.#table.range.bottom;
    return {
      ...edit,
      style: this.#styleAt(this.#lastDataRow, edit.column),
      onlyIfEmpty: edit.onlyIfEmpty && !isOverTotals,
    };
  }

  /** An edit of an imported row, which may be that of the totals. */
  ofOldRow(edit: CellEdit): CellEdit {
    if (!this.#movesTotals || edit.row <= this.#lastDataRow || !this.#hasColumn(edit.column)) return edit;
    return { ...edit, row: edit.row + this.#growsBy, style: this.#styleAt(edit.row, edit.column) };
  }

  get #movesTotals(): boolean {
    return this.#growsBy > 0 && this.#table.totalsRows > 0;
  }

  *#totalsEdits(): Generator<CellEdit> {
    const { left, right, bottom } = this.#table.range;
    for (let column = left; column <= right; column++) {
      const style = this.#styleAt(bottom, column);
      const formula = this.#sheet.columns[column]?.formulas.get(bottom);
      yield {
        row: bottom + this.#growsBy,
        column,
        value: formula === undefined ? cellOfScalar(storedValue(this.#sheet, bottom, column)) : null,
        formula: formula && movedTotal(formula, this.#table, this.#growsBy),
        style,
      };
      yield { row: bottom, column, value: null, style: this.#styleAt(this.#lastDataRow, column) };
    }
  }

  /**
   * The formula of a calculated column as the last row has it, or else as the table defines it, which says
   * nothing about another row where it names cells.
   */
  #formulaAt(row: number, column: number): string | undefined {
    const defined = this.#table.columnFormulas[column - this.#table.range.left];
    if (!defined) return undefined;
    const lastRow = Math.min(this.firstRow - 1, this.#lastDataRow);
    const last = this.#sheet.columns[column]?.formulas.get(lastRow);
    if (last !== undefined && lastRow >= this.#table.range.top + this.#table.headerRows)
      return shiftFormula(last, row - lastRow, 0);
    return sheetTokensOf(defined).some(({ kind }) => kind === 'address') ? undefined : defined;
  }

  #hasColumn(column: number): boolean {
    return column >= this.#table.range.left && column <= this.#table.range.right;
  }

  #styleAt(row: number, column: number): number {
    const cells = this.#sheet.columns[column];
    return cells?.styles?.[row - cells.firstRow] ?? 0;
  }

  /** Cells that would be in the way of the table, or would no longer mean the same. */
  #refuseObstacles(workbook: Workbook): void {
    const { name, range, totalsRows } = this.#table;
    if (this.#growsBy === 0) return;
    const below = { ...range, top: range.bottom + 1, bottom: range.bottom + this.#growsBy };
    for (let column = below.left; column <= Math.min(below.right, this.#sheet.columns.length - 1); column++) {
      const row = firstFilledRow(this.#sheet, column, below);
      if (row === undefined) continue;
      throw cannotPatch('patch-cell-filled', { cell: cellAddress(row + 1, column) });
    }
    const changed = { ...below, top: this.#lastDataRow + 1 };
    if (this.#sheet.merges.some((merge) => intersects(merge, changed)))
      throw cannotPatch('patch-merged-below', { table: name });
    if (totalsRows === 0) return;
    const isArray = this.#sheet.arrays.some((array) => intersects(array, changed));
    if (isArray || totalsRows > 1 || refersToTotals(workbook, this.#sheet, this.#table, this.#growsBy))
      throw cannotPatch('patch-totals-move', { table: name });
  }
}

function firstFilledRow({ columns }: Sheet, column: number, { top, bottom }: CellRange): number | undefined {
  const cells = columns[column];
  const last = cells ? Math.min(bottom, cells.firstRow + cells.kinds.length - 1) : -1;
  for (let row = Math.max(top, cells?.firstRow ?? 0); row <= last; row++) {
    if (cells?.kinds[row - cells.firstRow] !== CellKind.empty || cells.formulas.has(row)) return row;
  }
  return undefined;
}

function intersects(one: CellRange, other: CellRange): boolean {
  const rows = one.top <= other.bottom && other.top <= one.bottom;
  return rows && one.left <= other.right && other.left <= one.right;
}
