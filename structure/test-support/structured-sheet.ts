import type { ColumnData } from '@workbook-data-service/sheets/columns';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { expect } from 'vitest';
import { type DrawnCell, drawSheet } from '../../sheets/test-support/drawn-sheet.js';
import { analyzeSheet } from '../src/analyze/analyze-sheet.js';
import { materializeSheet } from '../src/materialize/materialize-sheet.js';
import type { MaterializedTable } from '../src/materialize/materialized-table.js';

export { type DrawnCell, drawSheet };

export const bold = (value: string | number) => ({ value, style: { bold: true } });

/** A cell of a box that is drawn over several rows: its first row, its last, or one between them. */
export const framed = (value: string, edge: 'top' | 'none' | 'bottom') => ({
  value,
  style: {
    borders: {
      left: 'thin',
      right: 'thin',
      top: edge === 'top' ? 'thin' : null,
      bottom: edge === 'bottom' ? 'thin' : null,
    },
  },
});

/** The tables of a sheet by name, each as its header and its rows; every cell must be in one of them. */
export function structure(rows: DrawnCell[][], merges?: CellRange[]) {
  const sheet = drawSheet(rows, merges);
  const spec = analyzeSheet(sheet, null, { baseName: 'base' });
  const { tables, coverage, reconciliation } = materializeSheet(sheet, null, spec, 'base');
  expect(coverage.unplaced.total).toBe(0);
  return {
    spec,
    reconciliation,
    tables: Object.fromEntries(tables.map((table) => [table.name, linesOf(table)])),
  };
}

export function linesOf({ columns, rowCount }: MaterializedTable): unknown[][] {
  const lines = Array.from({ length: rowCount }, (_, row) => columns.map((column) => valueAt(column, row)));
  return [columns.map(({ name }) => name), ...lines];
}

/** A value as the engine gets it: a text of the file by its index there, if the column says that it has one. */
function valueAt(column: ColumnData, row: number): string | number | null {
  if (column.type !== 'VARCHAR') return column.valid[row] ? Number(column.values[row]) : null;
  const index = column.shared?.indexAt(row) ?? -1;
  return index === -1 ? column.textAt(row) : (column.shared?.texts.at(index) ?? null);
}

export const merge = (top: number, left: number, bottom: number, right: number): CellRange => ({
  top,
  left,
  bottom,
  right,
});

/** The tables made of a sheet, by name without that of the file, each row as a text. */
export function tablesOf(rows: DrawnCell[][], merges: CellRange[] = []): Record<string, string[]> {
  const sheet = drawSheet(rows, merges);
  const { tables } = materializeSheet(sheet, null, analyzeSheet(sheet, null, { baseName: 'base' }), 'base');
  return Object.fromEntries(
    tables.map(({ name, columns, rowCount }) => [
      name.replace(/^base_?/, ''),
      Array.from({ length: rowCount }, (_, row) => columns.map((column) => valueAt(column, row)).join(' | ')),
    ]),
  );
}
