import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { cellAddress, columnLetters } from '@workbook-data-service/sheets/addresses';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { CellKind, type Sheet } from '@workbook-data-service/sheets/grid';
import { problem } from '../../core/problems.js';
import type { HeadingRow } from './find-heading-row.js';
import { warnOfPlaces } from './named-places.js';
import type { PlacedColumns } from './place-columns.js';
import type { RequestedTable } from './returned-table.js';
import { totalRows } from './total-rows.js';

const MAX_ROWS = 100_000;

interface MergedRows {
  /** The rows of the sheet with data, counted from 0. */
  rows: Uint32Array;
  warnings: Message[];
}

/**
 * The rows of a returned table: those below the headings that have a row id or a value. What people write below the data,
 * such as a remark, is no row of it, and neither are totals.
 */
export function mergedRows(
  wanted: RequestedTable,
  heading: HeadingRow,
  placed: PlacedColumns,
  file: SpreadsheetFile,
): MergedRows {
  const { sheet } = heading;
  const filled = new FilledCells(heading, placed);
  const totals = totalRows(file, heading, placed, filled.newRows(), filled.knownRows());
  const ownTotals = totalsOfExcelTable(heading);
  const rows: number[] = [];
  const notes: number[] = [];
  let below: number[] = [];
  let last = heading.row;
  for (let row = heading.row + 1; row < sheet.rowCount; row++) {
    if (!filled.has(row) || totals.has(row)) continue;
    if (ownTotals.has(row)) notes.push(row);
    else if (filled.isSingle(row)) below.push(row);
    else {
      // What stood between rows of data is data.
      for (const between of below) rows.push(between);
      rows.push(row);
      below = [];
      last = row;
    }
  }
  // In a csv file every cell is text, so that only the column tells.
  const types = new Map(placed.columns.map(({ index, base }) => [index, base?.type ?? 'VARCHAR']));
  const isRemark = (row: number) =>
    filled.isText(row) && (file.dialect === null || types.get(filled.firstColumn(row)) === 'VARCHAR');
  for (const row of below) {
    const isNote = placed.columns.length > 1 && (row > last + 1 || isRemark(row));
    (isNote ? notes : rows).push(row);
  }
  if (rows.length > MAX_ROWS) throw tooLarge(wanted, rows.length);
  const addressesOf = (some: Iterable<number>) =>
    Array.from(some, (row) => cellAddress(row + 1, filled.firstColumn(row)));
  return {
    rows: Uint32Array.from(rows),
    warnings: [
      ...warnOfPlaces('warn-total-rows', sheet.name, addressesOf(totals)),
      ...warnOfPlaces('warn-rows-below', sheet.name, addressesOf(notes)),
      ...warnOfPlaces('warn-without-heading', sheet.name, columnsWithoutHeading(heading, placed)),
    ],
  };
}

/** What the rows of a sheet have in the columns that are merged. */
class FilledCells {
  readonly #sheet: Sheet;
  readonly #hasRowId: Uint8Array;
  /** 0, 1, or 2 for more. */
  readonly #counts: Uint8Array;
  readonly #first: Uint16Array;

  constructor({ sheet, row: headingRow }: HeadingRow, { rowId, columns }: PlacedColumns) {
    this.#sheet = sheet;
    this.#hasRowId = new Uint8Array(sheet.rowCount);
    this.#counts = new Uint8Array(sheet.rowCount);
    this.#first = new Uint16Array(sheet.rowCount);
    for (const row of filledRows(sheet, rowId, headingRow)) this.#hasRowId[row] = 1;
    for (const { index } of columns) {
      for (const row of filledRows(sheet, index, headingRow)) {
        if (this.#counts[row] === 0) this.#first[row] = index;
        this.#counts[row] = this.#counts[row] === 0 ? 1 : 2;
      }
    }
  }

  /** Those without a row id. */
  newRows(): number[] {
    return this.#rowsWhere((row) => this.#hasRowId[row] === 0 && this.#counts[row] !== 0);
  }

  knownRows(): number[] {
    return this.#rowsWhere((row) => this.#hasRowId[row] === 1);
  }

  #rowsWhere(holds: (row: number) => boolean): number[] {
    return Array.from(this.#counts.keys()).filter(holds);
  }

  has(row: number): boolean {
    return this.#hasRowId[row] === 1 || this.#counts[row] !== 0;
  }

  /** Whether the row has one value and no row id. */
  isSingle(row: number): boolean {
    return this.#hasRowId[row] === 0 && this.#counts[row] === 1;
  }

  firstColumn(row: number): number {
    return this.#first[row] ?? 0;
  }

  isText(row: number): boolean {
    const column = this.#sheet.columns[this.firstColumn(row)] ?? null;
    return new ColumnReader(this.#sheet, column).kind(row) === CellKind.text;
  }
}

/** The rows in which a column has a value, or a formula without one. */
function* filledRows(sheet: Sheet, index: number, above: number): Generator<number> {
  const column = sheet.columns[index];
  if (!column) return;
  const cells = new ColumnReader(sheet, column);
  const end = Math.min(sheet.rowCount, column.firstRow + column.kinds.length);
  for (let row = Math.max(column.firstRow, above + 1); row < end; row++) {
    if (!cells.isBlank(row) || column.formulas.has(row)) yield row;
  }
}

/** The rows that Excel itself shows below a table, with its totals. */
function totalsOfExcelTable({ sheet, row: headingRow }: HeadingRow): Set<number> {
  const rows = new Set<number>();
  for (const { range, totalsRows: count } of sheet.tables) {
    if (range.top !== headingRow) continue;
    for (let row = range.bottom - count + 1; row <= range.bottom; row++) rows.add(row);
  }
  return rows;
}

function columnsWithoutHeading({ sheet, row, texts }: HeadingRow, { rowId }: PlacedColumns): string[] {
  return sheet.columns.flatMap((_, index) => {
    if (texts.has(index) || index === rowId) return [];
    const { done } = filledRows(sheet, index, row).next();
    return done ? [] : [columnLetters(index)];
  });
}

function tooLarge({ name }: RequestedTable, rows: number) {
  return problem('merge-too-large', say('merge-row-limit', { rows, table: name, max: MAX_ROWS }), {
    members: { rows, limit: MAX_ROWS },
  });
}
