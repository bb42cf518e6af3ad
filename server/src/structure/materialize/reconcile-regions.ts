import type { RegionSpec } from '../../core/parse-spec.js';
import type { Sheet } from '../../grid/grid.js';
import { reconcileTotalRows } from '../arithmetic/reconcile-totals.js';
import type { CellGrid } from '../cell-grid.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { totalRows } from '../total-rows.js';

/** A total that the sheet states, and the sum of its rows. */
export interface ReconciledCell {
  cell: { row: number; column: number };
  stated: number;
  computed: number;
  difference: number;
}

/** Checks the derived rows of tables that sum others. */
export function reconcileRegions(sheet: Sheet, regions: readonly RegionSpec[]): ReconciledCell[] {
  const withTotals = regions.filter(({ kind, rowRoles }) => kind === 'data' && rowRoles.derived.length > 0);
  if (withTotals.length === 0 || isTooLargeToStudy(sheet)) return [];
  const grid = gridOfSheet(sheet);
  return withTotals.flatMap((region) => reconcileRegion(grid, region));
}

function reconcileRegion(
  grid: CellGrid,
  { range, columns, headerRows, rowRoles }: RegionSpec,
): ReconciledCell[] {
  const values = columns.filter(({ role }) => role === 'value' || role === 'period');
  const left = values[0]?.source;
  const right = values.at(-1)?.source;
  if (left === undefined || right === undefined) return [];
  const totals = totalRows(grid, { ...range, left, right }).filter(
    ({ line, parts }) => rowRoles.derived.includes(line) && !parts.some((part) => headerRows.includes(part)),
  );
  return reconcileTotalRows(grid, totals, { left, right }).map(({ cell: [row, column], ...check }) => ({
    cell: { row, column },
    ...check,
  }));
}
