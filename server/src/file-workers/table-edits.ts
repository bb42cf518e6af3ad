import type { CellEdit } from '@workbook-data-service/sheets';
import { cannotPatch } from '@workbook-data-service/sheets';
import { type ExcelFormula, toExcelFormula } from '@workbook-data-service/sheets/formula';
import { gridLimits } from '@workbook-data-service/sheets/grid';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import type { NumberMeaning, XlsxCell } from '@workbook-data-service/sheets/xlsx';
import { parseFormula } from '../core/formulas.js';
import { lastSheetRow, sheetRowOf, sheetRowsOf, type TableOrigin } from '../core/table-origin.js';
import type { ChangedRow } from './changed-rows.js';
import type { ExcelTableGrowth } from './excel-table-growth.js';
import { meaningOf } from './xlsx-cells.js';

/** A table and the place in a workbook that it was imported from. */
export interface LandedAndCurrent {
  origin: TableOrigin;
  landedColumns: { id: string; name: string }[];
  columns: CurrentColumn[];
}

export interface CurrentColumn {
  id: string;
  name: string;
  type: ColumnType;
  /** Over column ids. */
  formula?: string | undefined;
}

interface PlacedColumn {
  sheetColumn: number;
  isAdded: boolean;
  meaning: NumberMeaning;
  formula: ExcelFormula | undefined;
}

/** Translates the changes of a table into edits of the sheet that it came from. */
export class TableEdits {
  readonly #table: LandedAndCurrent;
  readonly #columns: PlacedColumn[];
  readonly #growth: ExcelTableGrowth | undefined;
  /** The sheet row after which the next added row goes, counted from 1. */
  #lastRow: number;

  /** `growth` is how the Excel table that it is in takes the added rows. */
  constructor(table: LandedAndCurrent, growth?: ExcelTableGrowth) {
    this.#table = table;
    this.#columns = placeColumns(table);
    this.#growth = growth;
    this.#lastRow = growth?.firstRow ?? lastSheetRow(table.origin);
  }

  /** What does not depend on single rows: headings, columns that are gone, and the growth of an Excel table. */
  *columnEdits(): Generator<CellEdit> {
    if (this.#growth) yield* this.#growth.edits();
    yield* this.#headingEdits();
  }

  /** Headings that changed, and columns that are gone; their styles stay. */
  *#headingEdits(): Generator<CellEdit> {
    const { origin, landedColumns, columns } = this.#table;
    const landedNames = new Map(landedColumns.map(({ id, name }) => [id, name]));
    const headings = origin.headerRow === null ? [] : [origin.headerRow];
    for (const [i, { id, name }] of columns.entries()) {
      const { sheetColumn, isAdded } = this.#columns[i] as PlacedColumn;
      if (landedNames.get(id) === name) continue;
      for (const row of headings)
        yield { row: row - 1, column: sheetColumn, value: name, onlyIfEmpty: isAdded };
    }
    const current = new Set(columns.map(({ id }) => id));
    for (const { id } of landedColumns.filter((column) => !current.has(column.id))) {
      for (const row of [...headings, ...sheetRowsOf(origin)]) yield this.#emptied(row, id);
    }
  }

  /** Rows must come in the order of their ids: added ones follow the last one of the sheet. */
  *rowEdits({ rowId, kind, cells }: ChangedRow): Generator<CellEdit> {
    const sheetRow = sheetRowOf(this.#table.origin, rowId);
    if (kind === 'deleted') {
      for (const { id } of this.#table.landedColumns) yield this.#emptied(sheetRow ?? 0, id);
      return;
    }
    const row = sheetRow ?? this.#nextRow();
    for (const [i, column] of this.#columns.entries()) {
      const value = cells[i];
      if (value === undefined || (sheetRow === undefined && value === null && !column.formula)) continue;
      yield this.#written(row, column, value, sheetRow === undefined);
    }
  }

  #written(row: number, column: PlacedColumn, value: XlsxCell, isNewRow: boolean): CellEdit {
    const edit: CellEdit = {
      row: row - 1,
      column: column.sheetColumn,
      value,
      formula: column.formula?.(row),
      meaning: column.meaning,
      onlyIfEmpty: isNewRow || column.isAdded,
      // A new row looks like the one before; without one, that would be the headings.
      styleFromAbove: isNewRow && this.#table.origin.rowRuns.length > 0,
    };
    if (!this.#growth) return edit;
    return isNewRow ? this.#growth.ofNewRow(edit) : this.#growth.ofOldRow(edit);
  }

  #emptied(row: number, columnId: string): CellEdit {
    const edit = { row: row - 1, column: this.#table.origin.columns[columnId] ?? 0, value: null };
    return this.#growth?.ofOldRow(edit) ?? edit;
  }

  #nextRow(): number {
    this.#lastRow += 1;
    if (this.#lastRow > gridLimits.rows) throw cannotPatch('patch-no-rows-left');
    return this.#lastRow;
  }
}

/** Added columns follow the last one of the sheet. */
function placeColumns({ origin, columns }: LandedAndCurrent): PlacedColumn[] {
  let last = Math.max(-1, ...Object.values(origin.columns));
  const places = new Map(columns.map(({ id }) => [id, origin.columns[id] ?? ++last]));
  if (last >= gridLimits.columns) throw cannotPatch('patch-no-columns-left');
  return columns.map(({ id, type, formula }) => ({
    sheetColumn: places.get(id) ?? 0,
    isAdded: origin.columns[id] === undefined,
    meaning: meaningOf(type),
    formula:
      formula === undefined ? undefined : toExcelFormula(parseFormula(formula), (input) => places.get(input)),
  }));
}
