import type { CellGrid } from '../cell-grid.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import { cutIntoBands } from './line-bands.js';
import { gridWithMergesFilled } from './merged-grid.js';
import type { SheetRegion } from './region.js';
import { splitAtEmptyColumns } from './split-columns.js';
import { findTableStarts } from './table-starts.js';

/**
 * The tables of a sheet and the titles and notes around them. Every non-empty cell is in exactly one region:
 * the sheet is cut by rows where the roles of its lines change, then by columns where it is empty.
 */
export function findRegions(
  source: CellGrid,
  lines: readonly LineRole[] = classifyLines(source),
): SheetRegion[] {
  const grid = gridWithMergesFilled(source);
  const tables = findTableStarts(source, lines);
  return cutIntoBands(grid, tables).flatMap(({ kind, top, bottom }) =>
    splitAtEmptyColumns(grid, top, bottom).map((range) => ({ kind, range, roles: tables.roles })),
  );
}
