import { type CellGrid, Kind } from '../cell-grid.js';
import { filledCells } from '../regions/header-evidence.js';
import type { SheetRegion } from '../regions/region.js';

/** Longer columns of values are lists. */
const maxRows = 10;

/**
 * Makes notes of a few values that have no name, where the sheet has tables with a header: below each other, addresses beside
 * each other, or a field below a table.
 */
export function setAsideLooseCells(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const first = regions.find((region) => hasHeader(region) && region.range.left < region.range.right);
  if (!first) return [...regions];
  return regions.map((region) =>
    isLoose(region) || isLetterhead(grid, region) || isFieldAlone(grid, region, first)
      ? { ...region, kind: region.range.top < first.range.top ? 'title' : 'note' }
      : region,
  );
}

const hasHeader = ({ kind, range, roles }: SheetRegion) =>
  kind === 'data' && roles.slice(range.top, range.bottom + 1).includes('header');

function isLoose(region: SheetRegion): boolean {
  const { kind, range, fields } = region;
  return (
    kind === 'data' &&
    fields === undefined &&
    range.left === range.right &&
    range.bottom - range.top < maxRows &&
    !isNamedList(region)
  );
}

/** Whether a region is a single row, and nothing names what is in it. */
const isRowAlone = (region: SheetRegion) =>
  region.kind === 'data' &&
  region.fields === undefined &&
  !hasHeader(region) &&
  region.range.top === region.range.bottom;

/** Whether a row below a table has nothing but a label and its value: `Signed | ......`. */
const isFieldAlone = (grid: CellGrid, region: SheetRegion, table: SheetRegion) =>
  isRowAlone(region) &&
  region.range.top > table.range.bottom &&
  filledCells(grid, region.range.top, region.range).length === 2 &&
  grid.kind(region.range.top, region.range.left) === Kind.text;

/** A name over a single value makes no list. */
const isNamedList = (region: SheetRegion) =>
  hasHeader(region) &&
  region.roles
    .slice(region.range.top, region.range.bottom + 1)
    .filter((role) => role !== 'header' && role !== 'empty').length > 1;

/** Whether texts are in two columns or more, with an empty one between each of them: `Supplier` and `Deliver to`. */
function isLetterhead(grid: CellGrid, region: SheetRegion): boolean {
  const { kind, range, fields } = region;
  const { top, left, bottom, right } = range;
  if (kind !== 'data' || fields || hasHeader(region) || bottom - top >= maxRows) return false;
  const filled = new Set<number>();
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (grid.isEmpty(row, column)) continue;
      if (grid.kind(row, column) !== Kind.text) return false;
      filled.add(column);
    }
  }
  return filled.size > 1 && [...filled].every((column) => !filled.has(column + 1));
}
