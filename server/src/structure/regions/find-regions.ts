import type { CellGrid } from '../cell-grid.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import { cutIntoBands } from './line-bands.js';
import type { SheetRegion } from './region.js';
import { splitAtEmptyColumns } from './split-columns.js';

/**
 * The tables of a sheet and the titles and notes around them. Every non-empty cell is in exactly one region:
 * the sheet is cut by rows where the roles of its lines change, then by columns where it is empty.
 */
export function findRegions(grid: CellGrid, roles: readonly LineRole[] = classifyLines(grid)): SheetRegion[] {
  return cutIntoBands(grid, roles).flatMap(({ kind, top, bottom }) =>
    splitAtEmptyColumns(grid, top, bottom).map((range) => ({ kind, range, roles })),
  );
}
