import { type CellGrid, Kind } from '../cell-grid.js';
import { isField } from '../frame-text.js';
import type { SheetRegion } from '../regions/region.js';

/** Rows of a table that must be without fields, so that one at its end is no record. */
const fewestRows = 3;
/** Longer ends are tables of fields. */
const mostFooters = 3;

/** Makes notes of the last rows of tables that have nothing but fields in one cell each: `判定：合格 | | | 検査員：堀`. */
export function setAsideFooters(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.flatMap((region) => {
    const { kind, range, fields } = region;
    if (kind !== 'data' || fields) return [region];
    let { bottom } = range;
    while (range.bottom - bottom < mostFooters && hasOnlyFields(grid, region, bottom)) bottom--;
    const isAlike = () => [0, 1, 2].some((up) => textsIn(grid, region, bottom - up).some(isField));
    if (bottom === range.bottom || bottom - range.top + 1 < fewestRows || isAlike()) return [region];
    const table = { ...region, range: { ...range, bottom } };
    return [table, { ...region, kind: 'note' as const, range: { ...range, top: bottom + 1 } }];
  });
}

/** A row without a blank cell is rather a record. */
function hasOnlyFields(grid: CellGrid, region: SheetRegion, row: number): boolean {
  const texts = textsIn(grid, region, row);
  return (
    texts.length > 0 && texts.length < region.range.right - region.range.left + 1 && texts.every(isField)
  );
}

function textsIn(grid: CellGrid, { range }: SheetRegion, row: number): string[] {
  const texts: string[] = [];
  for (let column = range.left; column <= range.right; column++)
    if (grid.kind(row, column) !== Kind.empty) texts.push(grid.text(row, column).trim());
  return texts;
}
