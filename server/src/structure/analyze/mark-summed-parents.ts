import type { RegionSpec } from '../../core/parse-spec.js';
import type { CellGrid } from '../cell-grid.js';
import { agrees } from '../hierarchy/leading-sums.js';
import type { StudiedSheet } from './studied-sheet.js';

/** A row whose numbers are the sums of those right under it is computed, whatever it is called. */
export function markSummedParents({ grid }: StudiedSheet, region: RegionSpec): void {
  if (!grid || !region.rowParents) return;
  const derived = new Set(region.rowRoles.derived);
  const children = new Map<number, number[]>();
  for (const [row, parent] of Object.entries(region.rowParents)) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(Number(row));
    else children.set(parent, [Number(row)]);
  }
  const columns = region.columns
    .filter(({ role }) => role === 'value' || role === 'period')
    .map(({ source }) => source);
  for (const [parent, rows] of children) {
    // A subtotal among the parts repeats them.
    const parts = rows.filter((row) => !derived.has(row) || children.has(row));
    if (isSumOf(grid, parent, parts, columns)) derived.add(parent);
  }
  region.rowRoles.derived = [...derived].sort((a, b) => a - b);
}

function isSumOf(grid: CellGrid, row: number, parts: readonly number[], columns: readonly number[]): boolean {
  const stated = columns.filter((column) => Math.abs(grid.number(row, column)) > 0);
  const agreeing = stated.filter((column) => {
    const sum = parts.reduce((sum, part) => sum + (grid.number(part, column) || 0), 0);
    return agrees(sum, grid.number(row, column), parts.length);
  });
  return agreeing.length > 0 && 2 * agreeing.length > stated.length;
}
