import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import type { SheetRegion } from '../regions/region.js';

const minRecords = 2;

/**
 * Makes tables of texts below a row that is set off in all its columns: nothing but its looks tells a small table of
 * words from the lines of a title.
 */
export function findTablesOfWords(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.map((region) => {
    const { kind, range } = region;
    if (kind === 'data' || !hasHeader(grid, range)) return region;
    const roles = region.roles.map((role, row): LineRole => {
      if (row < range.top || row > range.bottom) return role;
      return row === range.top ? 'header' : 'data';
    });
    return { kind: 'data', range, roles };
  });
}

/** Whether the first row names the columns: all its cells are set off, those of the records below are filled and are not. */
function hasHeader(grid: CellGrid, { top, left, bottom, right }: CellRange): boolean {
  if (left === right || bottom - top < minRecords) return false;
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      if (grid.isEmpty(row, column) || isSetOff(grid, row, column) !== (row === top)) return false;
  return true;
}

function isSetOff(grid: CellGrid, row: number, column: number): boolean {
  const { bold, fill } = grid.style(row, column);
  return bold || fill !== null;
}
