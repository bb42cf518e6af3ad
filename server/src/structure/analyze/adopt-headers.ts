import type { CellRange } from '../../grid/grid.js';
import type { LineRole } from '../lines/line-role.js';
import type { SheetRegion } from '../regions/region.js';

/** Blank rows allowed between a header and its table. */
const mostRowsBetween = 8;

/** Joins detached header lines to the table below them, if that has no header of its own. */
export function adoptHeaders(regions: readonly SheetRegion[], roles: readonly LineRole[]): SheetRegion[] {
  const adopted = new Set<SheetRegion>();
  const tables = new Map<SheetRegion, CellRange>();
  for (const header of regions.filter((region) => isHeaderAlone(region, roles))) {
    const table = regions
      .filter(({ kind, range }) => kind === 'data' && isRightBelow(header.range, range))
      .sort((a, b) => a.range.top - b.range.top)[0];
    if (!table || hasHeader(table.range, roles) || isBetween(regions, header.range, table.range)) continue;
    adopted.add(header);
    tables.set(table, around(tables.get(table) ?? table.range, header.range));
  }
  return regions
    .filter((region) => !adopted.has(region))
    .map((region) => ({ ...region, range: tables.get(region) ?? region.range }));
}

const rolesIn = ({ top, bottom }: CellRange, roles: readonly LineRole[]) => roles.slice(top, bottom + 1);

const isHeaderAlone = ({ kind, range }: SheetRegion, roles: readonly LineRole[]) =>
  kind !== 'data' && rolesIn(range, roles).every((role) => role === 'header' || role === 'empty');

const hasHeader = (range: CellRange, roles: readonly LineRole[]) => rolesIn(range, roles).includes('header');

const isRightBelow = (header: CellRange, table: CellRange) =>
  table.top > header.bottom &&
  table.top - header.bottom <= mostRowsBetween + 1 &&
  table.left <= header.right &&
  header.left <= table.right;

const isBetween = (regions: readonly SheetRegion[], header: CellRange, table: CellRange) =>
  regions.some(({ range }) => range.top > header.bottom && range.bottom < table.top);

const around = (a: CellRange, b: CellRange): CellRange => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});
