import type { CellGrid } from '../../cell-grid.js';
import { Kind } from '../../cell-grid.js';
import { filledCells } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';

/** Fewer rows may be more of the header. */
const minDescriptions = 3;
const minDays = 12;
/** Of the columns that a description is given for. */
const minDescribed = 0.8;

/**
 * Cuts tables whose first rows describe each series, `Unit`, `Series ID`, from the values of each day or month below: these share
 * the header, but not the kinds of values.
 */
export function cutDescriptions(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.flatMap((region) => {
    const isTable = region.kind === 'data' && !region.fields && !region.sharedHeader;
    const first = isTable ? firstDay(grid, region) : undefined;
    if (first === undefined) return [region];
    const { range } = region;
    return [
      { ...region, range: { ...range, bottom: first - 1 } },
      { ...region, range: { ...range, top: first }, sharedHeader: headerOf(region) },
    ];
  });
}

function headerOf({ range, roles }: SheetRegion): number[] {
  const rows: number[] = [];
  for (let row = range.top; roles[row] === 'header'; row++) rows.push(row);
  return rows;
}

/** The first row of the days below some descriptions; undefined where there are none. */
function firstDay(grid: CellGrid, region: SheetRegion): number | undefined {
  const { left, right, bottom } = region.range;
  const header = headerOf(region);
  const top = (header.at(-1) ?? bottom) + 1;
  const isDay = (row: number) => grid.kind(row, left) === Kind.date;
  const describes = (row: number) =>
    grid.kind(row, left) === Kind.text && filledCells(grid, row).length >= minDescribed * (right - left + 1);
  let first = top;
  while (first <= bottom && describes(first)) first++;
  if (first - top < minDescriptions || bottom - first + 1 < minDays) return undefined;
  for (let row = first; row <= bottom; row++) if (!isDay(row)) return undefined;
  return first;
}
