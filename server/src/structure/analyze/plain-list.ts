import type { CellRange } from '../../grid/grid.js';
import { findHeader } from '../../spreadsheet/find-header.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { opensWithTotal } from '../lines/line-words.js';
import type { SheetCells } from '../sheet-cells.js';

/** Shorter sheets are analysed fully, which takes no time. */
const leastRows = 5000;

/**
 * Whether a long sheet is plainly one list: a header in its first row that names every column, then rows of
 * which none is blank, nearly blank, or a total. Classifying its lines would give the same result.
 */
export function isPlainList(cells: SheetCells, range: CellRange, dialect: Dialect | null): boolean {
  const height = range.bottom - range.top + 1;
  if (height < leastRows || cells.sheet.merges.length > 0) return false;
  const columns = cells.filledColumns(range);
  const header = findHeader(
    columns.map((column) => cells.column(column)),
    Uint32Array.of(range.top),
    dialect,
  );
  if (header === null || columns.some((column) => cells.isBlank(header, column))) return false;
  return hasFilledRows(cells, range, columns) && !hasTotals(cells, range, columns);
}

function hasFilledRows(cells: SheetCells, { top, bottom }: CellRange, columns: readonly number[]): boolean {
  const least = columns.length < 3 ? 1 : Math.max(2, Math.ceil(columns.length / 3));
  const missing = new Uint16Array(bottom - top + 1).fill(least);
  let unfilled = missing.length;
  for (const column of columns) {
    const held = cells.filled(column);
    const skipped = (cells.sheet.columns[column]?.firstRow ?? 0) - top;
    const end = Math.min(held.length, missing.length - skipped);
    for (let slot = Math.max(0, -skipped); slot < end; slot++) {
      const left = missing[slot + skipped] as number;
      if (!held[slot] || left === 0) continue;
      missing[slot + skipped] = left - 1;
      if (left === 1) unfilled--;
    }
    if (unfilled === 0) return true;
  }
  return false;
}

/** A total is labelled in one of the first columns. */
function hasTotals(cells: SheetCells, { top, bottom }: CellRange, columns: readonly number[]): boolean {
  for (const column of columns.slice(0, 2)) {
    for (let row = top + 1; row <= bottom; row++) if (opensWithTotal(cells.text(row, column))) return true;
  }
  return false;
}
