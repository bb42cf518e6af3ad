import type { Dialect } from '@workbook-data-service/sheets';
import { findHeader } from '@workbook-data-service/sheets/columns';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { LineRole } from '../lines/line-role.js';
import { opensWithTotal } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';
import type { SheetCells } from '../sheet-cells.js';
import type { RegionLines } from './region-lines.js';

/** Shorter sheets are analysed fully, which takes no time. */
const minRows = 5000;
/** Of a list with so many columns, each row has two cells or more. */
const minColumns = 3;

/**
 * The table of a long sheet that is plainly one list: a header in its first row that names every column, then rows of
 * which none is blank, nearly blank, or a total. Classifying its lines would give the same result.
 */
export function findPlainList(
  cells: SheetCells,
  range: CellRange,
  dialect: Dialect | null,
): SheetRegion | undefined {
  const height = range.bottom - range.top + 1;
  if (height < minRows || cells.sheet.merges.length > 0) return undefined;
  const columns = cells.filledColumns(range);
  const header = findHeader(
    columns.map((column) => cells.column(column)),
    Uint32Array.of(range.top),
    dialect,
  );
  if (header === null || columns.some((column) => cells.isBlank(header, column))) return undefined;
  if (!hasFilledRows(cells, range, columns) || hasTotals(cells, range, columns)) return undefined;
  // A row of a narrow list may have a label alone, which heads those below it.
  return { kind: 'data', range, roles: rolesOfList(range), isPlainList: columns.length >= minColumns };
}

function rolesOfList({ top, bottom }: CellRange): LineRole[] {
  const roles = new Array<LineRole>(bottom + 1).fill('data');
  roles[top] = 'header';
  return roles;
}

/** What reading the rows of a plain list one by one would give. */
export function linesOfPlainList({ top, bottom }: CellRange): RegionLines {
  const records = Array.from({ length: bottom - top }, (_, at) => top + 1 + at);
  return {
    headerRows: [top],
    topHeaderRows: [top],
    groupRows: [],
    derivedRows: [],
    bodyRows: records,
    recordRows: records,
  };
}

function hasFilledRows(cells: SheetCells, { top, bottom }: CellRange, columns: readonly number[]): boolean {
  const least = columns.length < minColumns ? 1 : Math.max(2, Math.ceil(columns.length / 3));
  const full = columns.filter((column) => isFull(cells, column, top, bottom));
  if (full.length >= least) return true;
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

/** Whether a column has a cell in every row. */
function isFull(cells: SheetCells, column: number, top: number, bottom: number): boolean {
  const held = cells.filled(column);
  const firstRow = cells.sheet.columns[column]?.firstRow ?? 0;
  return firstRow <= top && firstRow + held.length > bottom && !held.includes(0);
}

/** A total is labelled in one of the first columns. */
function hasTotals(cells: SheetCells, { top, bottom }: CellRange, columns: readonly number[]): boolean {
  for (const column of columns.slice(0, 2)) {
    for (let row = top + 1; row <= bottom; row++) if (opensWithTotal(cells.text(row, column))) return true;
  }
  return false;
}
