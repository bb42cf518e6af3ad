import type { CellRange } from '../../grid/grid.js';
import type { CellGrid } from '../cell-grid.js';
import type { SheetRegion } from '../regions/region.js';
import { findHeaderRows } from './find-header-rows.js';

/** Blank rows allowed between a header and its table. */
const mostRowsBetween = 8;

/** Joins detached header lines to the table below them, if that has no header of its own. */
export function adoptHeaders(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const adopted = new Set<SheetRegion>();
  const tables = new Map<SheetRegion, CellRange>();
  for (const header of regions.filter(isHeaderAlone)) {
    const table = regions
      .filter(({ kind, range }) => kind === 'data' && isRightBelow(header.range, range))
      .sort((a, b) => a.range.top - b.range.top)[0];
    if (!table || hasHeader(grid, table) || isBetween(regions, header.range, table.range)) continue;
    adopted.add(header);
    tables.set(table, around(tables.get(table) ?? table.range, header.range));
  }
  return regions
    .filter((region) => !adopted.has(region))
    .map((region) => ({ ...region, range: tables.get(region) ?? region.range }));
}

const rolesIn = ({ range, roles }: SheetRegion) => roles.slice(range.top, range.bottom + 1);

const isHeaderAlone = (region: SheetRegion) =>
  region.kind !== 'data' && rolesIn(region).every((role) => role === 'header' || role === 'empty');

/** By its own columns: the roles of lines may take its first record for a header. */
const hasHeader = (grid: CellGrid, region: SheetRegion) =>
  rolesIn(region).includes('header') && findHeaderRows(grid, region).header.length > 0;

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
