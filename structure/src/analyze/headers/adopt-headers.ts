import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import { standsOut } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';
import { findHeaderRows } from './find-header-rows.js';
import { TableTop } from './table-top.js';

/** Blank rows allowed between a header and its table. */
const maxRowsBetween = 8;
/** The same below a line with a name for most columns, where rows with something hidden were taken out. */
const maxRowsBelowNames = 30;

/** Fewer cells far above a table may be about all of it. */
const minNames = 3;

/** Joins detached header lines to the table below them, unless it names its columns itself. */
export function adoptHeaders(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const adopted = new Set<SheetRegion>();
  const tables = new Map<SheetRegion, CellRange[]>();
  const headers = regions.filter(isHeaderAlone).sort((a, b) => b.range.bottom - a.range.bottom);
  for (const header of headers) {
    const others = regions.filter((region) => !adopted.has(region));
    // A header that was found below this one belongs to the table by now.
    const rangeBelow = (table: SheetRegion) =>
      (tables.get(table) ?? []).filter(({ top }) => top > header.range.bottom).reduce(around, table.range);
    const table = others
      .filter((region) => region.kind === 'data' && isRightBelow(grid, header.range, rangeBelow(region)))
      .sort((a, b) => a.range.top - b.range.top)[0];
    if (!table || isBetween(others, header.range, rangeBelow(table))) continue;
    const beside = headers.filter(({ range }) => sharesRows(range, header.range)).map(({ range }) => range);
    if (!tables.has(table) && hasHeader(grid, table) && !lacksNames(grid, table, beside)) continue;
    adopted.add(header);
    tables.set(table, [...(tables.get(table) ?? []), header.range]);
  }
  return regions
    .filter((region) => !adopted.has(region))
    .map((region) => ({ ...region, range: (tables.get(region) ?? []).reduce(around, region.range) }));
}

/**
 * Whether the header of a table is only the end of one that begins above: `2006 | 2006` and `(1,000) | (percent)` do not say
 * what the rows are about, nor does a lone label, and lines above name their first column and others.
 */
function lacksNames(grid: CellGrid, table: SheetRegion, above: readonly CellRange[]): boolean {
  const { header } = findHeaderRows(grid, table);
  const top = new TableTop(grid, table.range, header.length);
  const names = top.namedColumns(header.filter((row) => !top.isUnitRow(row)));
  const { left } = table.range;
  if (names.has(left) && names.size > 1) return false;
  const namedAbove = above.flatMap((range) => filledColumns(grid, range));
  return namedAbove.includes(left) && namedAbove.length >= minNames;
}

/** The columns of the filled cells in a range, one for each. */
function filledColumns(grid: CellGrid, { top, left, bottom, right }: CellRange): number[] {
  const columns: number[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) if (!grid.isEmpty(row, column)) columns.push(column);
  return columns;
}

const sharesRows = (a: CellRange, b: CellRange) => a.top <= b.bottom && b.top <= a.bottom;

/**
 * Joins a header to the table of words below it where a label alone stands between them: it is that of the first
 * group, and the row below it is a record.
 */
export function adoptHeadersOverGroups(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const endingAt = new Map<number, SheetRegion[]>();
  for (const region of regions)
    if (region.kind === 'title')
      endingAt.set(region.range.bottom, [...(endingAt.get(region.range.bottom) ?? []), region]);
  const adopted = new Set<SheetRegion>();
  const tables = regions.map((table) => {
    const { top, left } = table.range;
    const [label, ...others] = endingAt.get(top - 1) ?? [];
    const [header, ...beside] = endingAt.get(top - 2) ?? [];
    if (table.kind !== 'data' || !label || !header || others.length + beside.length > 0) return table;
    const isLabel = label.range.left === left && label.range.right === left && label.range.top === top - 1;
    if (!isLabel || !isHeaderAlone(header) || !namesWords(grid, header.range, table.range)) return table;
    adopted.add(label).add(header);
    const roles = table.roles.map(
      (role, row): LineRole =>
        row === top - 2 ? 'header' : row === top - 1 ? 'group' : role === 'header' ? 'data' : role,
    );
    return { ...table, range: around(table.range, header.range), roles };
  });
  return tables.filter((_, at) => !adopted.has(regions[at] as SheetRegion));
}

/** Whether a row names every column of a table of words, and rather looks like a header than the table's first row. */
function namesWords(grid: CellGrid, header: CellRange, table: CellRange): boolean {
  const { top, left, right, bottom } = table;
  if (header.top !== header.bottom || header.left !== left || header.right !== right || left === right)
    return false;
  let next = top + 1;
  while (next < bottom && grid.isEmpty(next, left)) next++;
  const hasNumbers = new TableTop(grid, table, 0).numericColumns(0).length > 0;
  if (hasNumbers || (standsOut(grid, top, next) && !standsOut(grid, header.top, top))) return false;
  for (let column = left; column <= right; column++)
    if (grid.kind(header.top, column) !== Kind.text) return false;
  return true;
}

const rolesIn = ({ range, roles }: SheetRegion) => roles.slice(range.top, range.bottom + 1);

const isHeaderAlone = (region: SheetRegion) =>
  region.kind !== 'data' && rolesIn(region).every((role) => role === 'header' || role === 'empty');

/** By its own columns: the roles of lines may take its first record for a header. */
const hasHeader = (grid: CellGrid, region: SheetRegion) =>
  rolesIn(region).includes('header') && findHeaderRows(grid, region).header.length > 0;

function isRightBelow(grid: CellGrid, header: CellRange, table: CellRange): boolean {
  const between = table.top - header.bottom - 1;
  const names = new Set(filledColumns(grid, header)).size;
  const isNamed = names >= minNames && 2 * names > table.right - table.left + 1;
  return (
    between >= 0 &&
    between <= (isNamed ? maxRowsBelowNames : maxRowsBetween) &&
    table.left <= header.right &&
    header.left <= table.right
  );
}

const isBetween = (regions: readonly SheetRegion[], header: CellRange, table: CellRange) =>
  regions.some(({ range }) => range.top > header.bottom && range.bottom < table.top);

const around = (a: CellRange, b: CellRange): CellRange => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});
