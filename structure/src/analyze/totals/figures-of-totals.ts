import { hasFewDigits } from './chance-sums.js';
import type { TableEnd } from './table-end.js';

/** Whether the numbers of the last row below the last total are what totals come to, with the rows between them if there are any. */
export function endsInFigureOfTotals(end: TableEnd): boolean {
  const { grid, region, total, after, computed } = end;
  const result = after.at(-1);
  if (result === undefined) return false;
  const settled = after.slice(0, -1);
  const sumOf = (rows: Iterable<number>, column: number) =>
    [...rows].reduce((sum, row) => sum + (grid.number(row, column) || 0), 0);
  const stated = (column: number) => grid.number(total, column);
  const earlier = [...computed].filter((row) => row < total);
  const mayBe: ((column: number) => number)[] = [
    // `Less advance`, `To be paid`; without a row between them, the total once more.
    (column) => stated(column) - sumOf(settled, column),
    (column) => stated(column) + sumOf(settled, column),
    // `Network` below the totals of two depots.
    (column) => sumOf(computed, column),
    // `所得金額`: what the last total leaves of one before it.
    ...earlier.map((row) => (column: number) => grid.number(row, column) - stated(column)),
  ];
  const columns = String(end.numbersIn(total));
  const isOnlyAgain = settled.length === 0 && end.states(result, stated);
  const mayBeChance = settled.length === 0 && hasFewDigits(grid, result, region.columns);
  return (
    isOnlyAgain ||
    (!mayBeChance &&
      after.every((row) => String(end.numbersIn(row)) === columns) &&
      mayBe.some((numberIn) => end.states(result, numberIn)))
  );
}
