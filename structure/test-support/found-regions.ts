import { CellGrid } from '../src/cell-grid.js';
import type { LineRole } from '../src/lines/line-role.js';
import { findRegions } from '../src/regions/find-regions.js';

const letters: Record<string, LineRole> = {
  m: 'metadata',
  h: 'header',
  g: 'group',
  d: 'data',
  t: 'derived',
  n: 'notes',
  '.': 'empty',
};

/** Regions as `kind top-bottom left-right`, from rows prefixed with the letter of their role. */
export function regionsOf(...lines: [string, ...string[]][]): string[] {
  const roles = lines.map(([letter]) => letters[letter] ?? 'empty');
  const grid = CellGrid.ofTexts(lines.map(([, ...cells]) => cells));
  return findRegions(grid, roles).map(
    ({ kind, range }) => `${kind} ${range.top}-${range.bottom} ${range.left}-${range.right}`,
  );
}
