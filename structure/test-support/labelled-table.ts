import { cellAddress } from '@workbook-data-service/sheets/addresses';
import { CellGrid, Kind } from '../src/cell-grid.js';

export type Cell = string | number;

/** A grid whose first row and column are labels, with formulas by address, and the body between the labels. */
export function labelledTable(rows: Cell[][], formulas: Record<string, string> = {}) {
  const grid = new CellGrid({
    rowCount: rows.length,
    columnCount: Math.max(...rows.map((row) => row.length)),
    kind: (row, column) => {
      const cell = rows[row]?.[column] ?? '';
      return cell === '' ? Kind.empty : typeof cell === 'number' ? Kind.number : Kind.text;
    },
    text: (row, column) => String(rows[row]?.[column] ?? ''),
    number: (row, column) => Number(rows[row]?.[column]),
    formula: (row, column) => formulas[cellAddress(row + 1, column)],
  });
  const body = {
    range: { top: 1, left: 1, bottom: grid.rowCount - 1, right: grid.columnCount - 1 },
    rowLabel: (row: number) => grid.text(row, 0),
    columnLabel: (column: number) => grid.text(0, column),
  };
  return { grid, body };
}
