import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import { opensLikeNote } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';
import { usedRange } from '../used-range.js';

/** Cuts titles and notes so that none reaches over a known range: those beside a form are not around it. */
export function cutTextsAround(
  grid: CellGrid,
  regions: readonly SheetRegion[],
  known: readonly CellRange[],
): SheetRegion[] {
  return regions.flatMap((region) => {
    if (region.kind === 'data') return [region];
    const ranges = known.reduce<CellRange[]>(
      (parts, range) => parts.flatMap((part) => (overlap(part, range) ? around(part, range) : [part])),
      [region.range],
    );
    if (ranges.length === 1) return [region];
    return ranges.flatMap((range) => {
      const used = usedRange(grid, range);
      return used ? [{ ...region, range: used }] : [];
    });
  });
}

/** Makes titles of the texts right above a known form, though a table further up makes them look like remarks. */
export function titleForms(
  grid: CellGrid,
  regions: readonly SheetRegion[],
  known: readonly CellRange[],
): SheetRegion[] {
  const isOver = ({ top, left, bottom, right }: CellRange) =>
    top === bottom &&
    left === right &&
    !opensLikeNote(grid.text(top, left)) &&
    known.some((form) => form.top === bottom + 1 && form.left === left);
  return regions.map((region) =>
    region.kind === 'note' && isOver(region.range) ? { ...region, kind: 'title' } : region,
  );
}

export const overlap = (a: CellRange, b: CellRange) =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** What of a range is above, at the left, at the right and below another one. */
function around(range: CellRange, inner: CellRange): CellRange[] {
  const beside = { top: Math.max(range.top, inner.top), bottom: Math.min(range.bottom, inner.bottom) };
  return [
    { ...range, bottom: inner.top - 1 },
    { ...range, ...beside, right: inner.left - 1 },
    { ...range, ...beside, left: inner.right + 1 },
    { ...range, top: inner.bottom + 1 },
  ].filter(({ top, left, bottom, right }) => top <= bottom && left <= right);
}
