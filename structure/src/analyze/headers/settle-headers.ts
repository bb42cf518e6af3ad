import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { filledCells } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';
import { usedRange } from '../../used-range.js';
import { findHeaderRows, type HeaderRows } from './find-header-rows.js';

/** Gives every table the header that its own columns show, and makes titles of the lines over it. */
export function settleHeaders(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.flatMap((region) => (region.kind === 'data' ? settleHeader(grid, region) : [region]));
}

function settleHeader(grid: CellGrid, region: SheetRegion): SheetRegion[] {
  const rows = findHeaderRows(grid, region);
  const { range } = region;
  const roles = settledRoles(grid, region, rows);
  const below = rows.header[0] ?? (rows.above.at(-1) ?? range.top - 1) + 1;
  return [
    ...runsOf(rows.above).map(
      ([top, bottom]): SheetRegion => ({
        kind: 'title',
        range: usedRange(grid, { ...range, top, bottom }) ?? range,
        roles,
      }),
    ),
    {
      ...region,
      roles,
      range: (rows.above.length > 0 && usedRange(grid, { ...range, top: below })) || range,
    },
  ];
}

function settledRoles(
  grid: CellGrid,
  { range, roles }: SheetRegion,
  { above, header, body }: HeaderRows,
): readonly LineRole[] {
  const changed = new Map<number, LineRole>([
    ...above.map((row): [number, LineRole] => [row, 'metadata']),
    ...header.map((row): [number, LineRole] => [row, 'header']),
    ...body
      .filter((row) => roles[row] === 'header')
      .map((row): [number, LineRole] => [row, isHeading(grid, range, row, roles) ? 'group' : 'data']),
  ]);
  return [...changed].every(([row, role]) => roles[row] === role)
    ? roles
    : roles.map((role, row) => changed.get(row) ?? role);
}

/** A text without anything beside it, or texts in the columns of another heading. A number alone is a value. */
function isHeading(grid: CellGrid, range: CellRange, row: number, roles: readonly LineRole[]): boolean {
  const columnsOf = (one: number) => filledCells(grid, one, range);
  const columns = columnsOf(row);
  if (!columns.every((column) => grid.kind(row, column) === Kind.text)) return false;
  if (columns.length < 2) return true;
  const next = roles.indexOf('group', row + 1);
  return next > 0 && next <= range.bottom && String(columnsOf(next)) === String(columns);
}

/** Runs of consecutive rows, as first and last. */
function runsOf(rows: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[1] === row - 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs;
}
