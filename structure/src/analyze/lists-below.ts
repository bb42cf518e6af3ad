import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensLikeNote } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';

/** Its name and two entries; without a table that it was taken for a part of, one more. */
const minRows = 3;
const minRowsAlone = 4;
/** Longer texts are remarks. */
const longestEntry = 20;
/** What follows such a heading is no list of things. */
const remarks = /^(?:notes?|remarks?|comments?|legend|備考|注記?|注意(?:事項)?|凡例|特記事項|連絡事項)\W*$/i;

/**
 * Makes tables of lists of one column below a table: a name that is set off, and entries that are not, none of which has
 * anything beside it. As rows of the table they would stand under the name of its first column.
 */
export function cutListsBelow(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const hasTable = regions.some(({ kind, range }) => kind === 'data' && range.left < range.right);
  return regions.flatMap((region) => {
    if (region.fields || !hasTable) return [region];
    if (region.kind === 'note')
      return isListAlone(grid, region.range) ? [asList(region, region.range)] : [region];
    return region.kind === 'data' ? cutList(grid, region) : [region];
  });
}

function cutList(grid: CellGrid, region: SheetRegion): SheetRegion[] {
  const { range, roles } = region;
  const { left, right, bottom } = range;
  const header = roles.indexOf('header', range.top);
  if (left === right || header < 0 || header > range.top) return [region];
  const isLone = (row: number) => grid.kind(row, left) === Kind.text && !hasMore(grid, row, range);
  let top = bottom;
  while (top > range.top && isLone(top) && !isSetOff(grid, top, left)) top--;
  const isList = isLone(top) && isSetOff(grid, top, left) && areEntries(grid, { ...range, top, right: left });
  const record = lastFilledAbove(grid, top, range);
  if (!isList || bottom - top + 1 < minRows || record <= header) return [region];
  // Among other groups it is one of them, whose rows have no values yet.
  for (let row = header + 1; row <= record; row++)
    if (roles[row] === 'group' || isSetOff(grid, row, left) || isLone(row)) return [region];
  return [
    { ...region, range: { ...range, bottom: record } },
    asList(region, { top, left, bottom, right: left }),
  ];
}

const isListAlone = (grid: CellGrid, range: CellRange) =>
  range.left === range.right &&
  range.bottom - range.top + 1 >= minRowsAlone &&
  isSetOff(grid, range.top, range.left) &&
  areEntries(grid, range);

/** Whether short texts that look alike follow each other below the first row. */
function areEntries(grid: CellGrid, { top, left, bottom }: CellRange): boolean {
  if (remarks.test(grid.text(top, left).trim())) return false;
  for (let row = top; row <= bottom; row++) {
    const text = grid.text(row, left).trim();
    if (grid.kind(row, left) !== Kind.text || text.length > longestEntry || opensLikeNote(text)) return false;
    if (row > top && isSetOff(grid, row, left)) return false;
  }
  return true;
}

function asList(region: SheetRegion, range: CellRange): SheetRegion {
  const roles = region.roles.map((role, row): LineRole => {
    if (row < range.top || row > range.bottom) return role;
    return row === range.top ? 'header' : 'data';
  });
  return { kind: 'data', range, roles };
}

function isSetOff(grid: CellGrid, row: number, column: number): boolean {
  const { bold, fill } = grid.style(row, column);
  return bold || fill !== null;
}

function hasMore(grid: CellGrid, row: number, { left, right }: CellRange): boolean {
  for (let column = left + 1; column <= right; column++) if (!grid.isEmpty(row, column)) return true;
  return false;
}

function lastFilledAbove(grid: CellGrid, top: number, range: CellRange): number {
  let row = top - 1;
  while (row > range.top && grid.isEmpty(row, range.left) && !hasMore(grid, row, range)) row--;
  return row;
}
