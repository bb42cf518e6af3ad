import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import { cellLook } from '../../cell-look.js';
import type { LineRole } from '../../lines/line-role.js';
import type { SheetRegion } from '../../regions/region.js';

/** Blank rows between the groups of one table. */
const maxBlanks = 8;

/**
 * Joins blocks without a header to the table above where each begins with the label of a group that looks like those of
 * the table: they are its further groups, below more blank rows than a table has elsewhere.
 */
export function joinGroups(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const joined: SheetRegion[] = [];
  for (const region of regions.toSorted((a, b) => a.range.top - b.range.top)) {
    const above = joined.at(-1);
    if (above && isNextGroup(grid, above, region)) joined[joined.length - 1] = join(above, region);
    else joined.push(region);
  }
  return joined;
}

function isNextGroup(grid: CellGrid, above: SheetRegion, block: SheetRegion): boolean {
  const [upper, lower] = [above.range, block.range];
  const rolesOf = ({ range, roles }: SheetRegion) => roles.slice(range.top, range.bottom + 1);
  if (above.kind !== 'data' || block.kind !== 'data' || above.fields || block.fields) return false;
  if (lower.left !== upper.left || lower.right > upper.right) return false;
  if (lower.top <= upper.bottom || lower.top - upper.bottom - 1 > maxBlanks) return false;
  if (!rolesOf(above).includes('header') || rolesOf(block).includes('header')) return false;
  const label = above.roles.findIndex((role, row) => role === 'group' && isInside(upper, row));
  return (
    label >= 0 &&
    block.roles[lower.top] === 'group' &&
    isLoneText(grid, upper, label) &&
    isLoneText(grid, lower, lower.top) &&
    cellLook(grid, label, upper.left) === cellLook(grid, lower.top, lower.left)
  );
}

const isInside = ({ top, bottom }: CellRange, row: number) => top <= row && row <= bottom;

/** Whether a row has a text in the first column and nothing else. */
function isLoneText(grid: CellGrid, { left, right }: CellRange, row: number): boolean {
  for (let column = left + 1; column <= right; column++) if (!grid.isEmpty(row, column)) return false;
  return grid.kind(row, left) === Kind.text;
}

const join = (above: SheetRegion, { range, roles }: SheetRegion): SheetRegion => ({
  ...above,
  range: { ...above.range, bottom: range.bottom },
  roles: roles.map((role, row): LineRole => (row >= range.top ? role : (above.roles[row] ?? role))),
});
