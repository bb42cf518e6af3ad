import type { ChartShape } from '../../core/chart-parameters.js';
import type { Cell } from '../../workbook/reading/chart-data.js';

interface ShownCells {
  cells: Cell[];
  /** What the categories and series that are not shown add up to; undefined if nothing was left out here. */
  restOfX: number | undefined;
  restOfSeries: number | undefined;
}

/**
 * Leaves out what was combined as "Other" where it would mislead: a line does not run to it, and beside bars that are all
 * smaller it would be the only thing to see. A stack and a pie show parts of a total, of which it is one.
 */
export function withoutMisleadingRest(shape: ChartShape, cells: readonly Cell[]): ShownCells {
  const { chart_type: type } = shape;
  const isScaled = type === 'line' || type === 'heatmap';
  const bySeries = cells.some(({ isOtherSeries }) => isOtherSeries);
  const dropsSeries =
    bySeries &&
    (isScaled || (type === 'bar' && dwarfs(cells, 'series', ({ isOtherSeries }) => isOtherSeries)));
  const kept = dropsSeries ? cells.filter(({ isOtherSeries }) => !isOtherSeries) : cells;
  const byX = kept.some(({ isOtherX }) => isOtherX);
  const dropsX =
    byX && type !== 'pie' && (isScaled || type === 'area' || dwarfs(kept, 'x', ({ isOtherX }) => isOtherX));
  // Totals of different columns do not add up to anything.
  const total = (isRest: (cell: Cell) => boolean) =>
    shape.y.length > 1 ? undefined : cells.filter(isRest).reduce((sum, { y }) => sum + (y ?? 0), 0);
  return {
    cells: dropsX ? kept.filter(({ isOtherX }) => !isOtherX) : [...kept],
    restOfX: dropsX ? total(({ isOtherX }) => isOtherX) : undefined,
    restOfSeries: dropsSeries ? total(({ isOtherSeries }) => isOtherSeries) : undefined,
  };
}

/** Whether the rest is larger than anything that it stands beside. */
function dwarfs(cells: readonly Cell[], by: 'x' | 'series', isRest: (cell: Cell) => boolean): boolean {
  const sizes = new Map<Cell['x'], number>();
  let rest = 0;
  for (const cell of cells) {
    const size = Math.abs(cell.y ?? 0);
    if (isRest(cell)) rest += size;
    else sizes.set(cell[by], (sizes.get(cell[by]) ?? 0) + size);
  }
  return rest > Math.max(...sizes.values(), 0);
}
