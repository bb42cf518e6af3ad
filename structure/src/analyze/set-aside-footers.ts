import { type CellGrid, Kind } from '../cell-grid.js';
import { isField } from '../frame-text.js';
import type { SheetRegion } from '../regions/region.js';
import { endBeforeRemarks } from './totals/remarks-below-total.js';

/** Rows of a table that must be without fields, so that one at its end is no record. */
const minRows = 3;
/** Longer ends are tables of fields. */
const maxFooters = 3;

/**
 * Makes notes of the last rows of tables that have nothing but fields in one cell each, `判定：合格 | | | 検査員：堀`, of
 * figures below a blank row that only repeat those above it, and of remarks below the last total.
 */
export function setAsideFooters(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  return regions.flatMap((region) => {
    const { kind, range, fields } = region;
    if (kind !== 'data' || fields) return [region];
    const repeated = endBeforeRepeat(grid, region);
    const bottom = repeated ?? Math.min(endBeforeFields(grid, region), endBeforeRemarks(grid, region));
    if (bottom === range.bottom || bottom - range.top + 1 < minRows) return [region];
    const table = { ...region, range: { ...range, bottom } };
    return [table, { ...region, kind: 'note' as const, range: { ...range, top: bottom + 1 } }];
  });
}

function endBeforeFields(grid: CellGrid, region: SheetRegion): number {
  const { range } = region;
  let { bottom } = range;
  while (range.bottom - bottom < maxFooters && hasOnlyFields(grid, region, bottom)) bottom--;
  const isAlike = () => [0, 1, 2].some((up) => textsIn(grid, region, bottom - up).some(isField));
  return isAlike() ? range.bottom : bottom;
}

/** The row before a blank one and a last one without a label, whose figures are those of that row: a total was checked. */
function endBeforeRepeat(grid: CellGrid, region: SheetRegion): number | undefined {
  const { left, right, bottom } = region.range;
  const above = bottom - 2;
  if (!grid.isEmpty(bottom, left) || textsIn(grid, region, bottom - 1).length > 0) return undefined;
  let repeated = 0;
  for (let column = left; column <= right; column++) {
    const number = grid.number(bottom, column);
    if (Number.isNaN(number)) continue;
    if (number !== grid.number(above, column)) return undefined;
    repeated++;
  }
  return repeated > 0 ? above : undefined;
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
