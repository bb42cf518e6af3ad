import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from './line-role.js';

/** Headers are not higher than this. */
const maxRows = 16;

/** The roles of lines, where a cell that is merged down into a header makes its first rows header too. */
export function headersByMerges(grid: CellGrid, roles: readonly LineRole[]): readonly LineRole[] {
  const found = new Set<number>();
  for (const { top, left, bottom } of grid.merges) {
    if (bottom === top || bottom - top >= maxRows || grid.isEmpty(top, left)) continue;
    const header = roles.indexOf('header', top);
    if (header < 0 || header > bottom) continue;
    for (let row = top; row < header; row++) if (roles[row] === 'metadata') found.add(row);
  }
  return found.size === 0 ? roles : roles.map((role, row) => (found.has(row) ? 'header' : role));
}
