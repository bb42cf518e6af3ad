import type { CellRange } from '../../grid/grid.js';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import type { SheetRegion } from '../regions/region.js';
import { usedRange } from '../used-range.js';

const fewestRecords = 2;

/**
 * Makes tables of texts below a row that is set off in all its columns: nothing but its looks tells a small table of
 * words from the lines of a title.
 */
export function findTablesOfWords(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.flatMap((region) => {
    const header = region.kind === 'data' ? undefined : headerIn(grid, region.range);
    if (header === undefined) return [region];
    const above = header > region.range.top && usedRange(grid, { ...region.range, bottom: header - 1 });
    const roles = region.roles.map((role, row): LineRole => {
      if (row < header || row > region.range.bottom) return role;
      return row === header ? 'header' : 'data';
    });
    const table: SheetRegion = { kind: 'data', range: { ...region.range, top: header }, roles };
    return above ? [{ ...region, range: above }, table] : [table];
  });
}

/** The row that names the columns: all its cells are set off, those of the records below are filled and are not. */
function headerIn(grid: CellGrid, { top, left, bottom, right }: CellRange): number | undefined {
  if (left === right) return undefined;
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const isFull = (row: number) => columns.every((column) => !grid.isEmpty(row, column));
  let header = top;
  while (header <= bottom && !isFull(header)) header++;
  if (bottom - header < fewestRecords || !columns.every((column) => isSetOff(grid, header, column)))
    return undefined;
  for (let row = header + 1; row <= bottom; row++)
    if (!isFull(row) || columns.some((column) => isSetOff(grid, row, column))) return undefined;
  return header;
}

function isSetOff(grid: CellGrid, row: number, column: number): boolean {
  const { bold, fill } = grid.style(row, column);
  return bold || fill !== null;
}
