import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../../sheet-cells.js';

/** Whether a row may name columns: texts in several cells, below a blank row or bold. */
export function isTableLike(cells: SheetCells, range: CellRange, row: number, before: number): boolean {
  const filled = cells.filledInRow(row, range);
  if (filled.length < 2) return false;
  const areTexts = filled.every((column) => cells.column(column).kind(row) === CellKind.text);
  const isBold = filled.every((column) => cells.style(row, column).bold);
  return areTexts && (isBold || row > before + 1);
}
