import type { Sheet } from '../grid/grid.js';
import type { ColumnData } from './column-data.js';
import { columnNames } from './column-names.js';
import { columnNumberFormat } from './column-number-format.js';
import { findHeader } from './find-header.js';
import { headingText } from './heading-text.js';
import { inferColumn } from './infer-column.js';
import { ColumnReader } from './read-cell.js';
import type { Dialect } from './spreadsheet-file.js';

export type InferredColumn = ColumnData & {
  name: string;
  /** The heading in the sheet; null if there is none. */
  originalName: string | null;
  /** Absent for the default format. */
  numberFormat?: string | undefined;
  /** Counted from 0. */
  sheetColumn: number;
};

export interface InferredTable {
  columns: InferredColumn[];
  rowCount: number;
  /** The sheet row of the headings, counted from 1. */
  headerRow: number | null;
  /** For every row of the table, its row in the sheet, counted from 1. */
  sheetRows: Uint32Array;
}

/**
 * A sheet read as one plain table, ignoring its structure: blank rows and columns are left out, the first row
 * names the columns if it looks like headings, and every other cell is data.
 */
export function inferTable(sheet: Sheet, dialect: Dialect | null): InferredTable | null {
  const readers = sheet.columns.map((column) => new ColumnReader(sheet, column));
  const rows = filledRows(sheet, readers);
  const columns = readers.flatMap((cells, position) => (isFilled(cells) ? [{ cells, position }] : []));
  if (columns.length === 0) return null;

  const header = findHeader(
    columns.map(({ cells }) => cells),
    rows,
    dialect,
  );
  const dataRows = header === null ? rows : rows.subarray(1);
  const headings = columns.map(({ cells, position }) => ({
    column: position,
    text: header === null ? null : headingOf(cells, header),
  }));
  const names = columnNames(headings);
  return {
    columns: columns.map(({ cells, position }, index) => {
      const data = inferColumn(cells, dataRows, dialect);
      return {
        ...data,
        name: names[index] ?? '',
        originalName: headings[index]?.text ?? null,
        numberFormat: columnNumberFormat(cells, dataRows, data.type),
        sheetColumn: position,
      };
    }),
    rowCount: dataRows.length,
    headerRow: header === null ? null : header + 1,
    sheetRows: dataRows.map((row) => row + 1),
  };
}

function headingOf(cells: ColumnReader, row: number): string | null {
  const text = cells.rendered(row);
  return text === null ? null : headingText(text);
}

function filledRows(sheet: Sheet, readers: ColumnReader[]): Uint32Array {
  const filled = new Uint8Array(sheet.rowCount);
  let count = 0;
  for (const cells of readers) {
    const { column } = cells;
    // The first column of most lists has a cell in every row.
    if (!column || count === filled.length) continue;
    const end = column.firstRow + column.kinds.length;
    for (let row = column.firstRow; row < end; row++) {
      if (filled[row] !== 0 || cells.isBlank(row)) continue;
      filled[row] = 1;
      count++;
    }
  }
  const rows = new Uint32Array(count);
  let next = 0;
  for (let row = 0; row < filled.length; row++) if (filled[row]) rows[next++] = row;
  return rows;
}

function isFilled(cells: ColumnReader): boolean {
  const { firstRow = 0, kinds = [] } = cells.column ?? {};
  for (let slot = 0; slot < kinds.length; slot++) if (!cells.isBlank(firstRow + slot)) return true;
  return false;
}
