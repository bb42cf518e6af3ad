import type { CellGrid } from '../../cell-grid.js';
import { cellLook } from '../../cell-look.js';
import type { LineRole } from '../../lines/line-role.js';
import type { SheetRegion } from '../../regions/region.js';

/**
 * Joins the line right above a table to it where it looks like the labels of the table's groups: above the first group it
 * is no title, but the label of that group. Above a header it is one only if something else is the title.
 */
export function adoptFirstGroup(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const adopted = new Set<SheetRegion>();
  const titles = new Map(
    regions.filter(isLine).map((title) => [`${title.range.bottom} ${title.range.left}`, title]),
  );
  const tables = regions.map((table) => {
    const { top, left } = table.range;
    const title = titles.get(`${top - 1} ${left}`);
    const isTitled = regions.some(({ kind, range }) => kind === 'title' && range.bottom < top - 1);
    if (!title || !lacksFirstGroup(table, isTitled) || !looksLikeGroups(grid, table)) return table;
    adopted.add(title);
    const roles = table.roles.map((role, row): LineRole => (row === top - 1 ? 'group' : role));
    return { ...table, range: { ...table.range, top: top - 1 }, roles };
  });
  return tables.filter((_, at) => !adopted.has(regions[at] as SheetRegion));
}

const isLine = ({ kind, range }: SheetRegion) =>
  kind === 'title' && range.top === range.bottom && range.left === range.right;

/** Whether the first rows of a table, below its header if it is titled, are in no group. */
function lacksFirstGroup({ kind, range, roles, fields }: SheetRegion, isTitled: boolean): boolean {
  if (kind !== 'data' || fields) return false;
  const own = roles.slice(range.top, range.bottom + 1);
  if (!own.includes('header')) return true;
  return isTitled && own.find((role) => role !== 'header') === 'data';
}

/** Whether the cell above the table looks like every label of a group in it, and unlike the first row. */
function looksLikeGroups(grid: CellGrid, { range: { top, left, bottom }, roles }: SheetRegion): boolean {
  const lookOf = (row: number) => cellLook(grid, row, left);
  let groups = 0;
  for (let row = top; row <= bottom; row++) {
    if (roles[row] !== 'group') continue;
    if (lookOf(row) !== lookOf(top - 1)) return false;
    groups++;
  }
  return groups > 0 && lookOf(top) !== lookOf(top - 1);
}
