import type { CellGrid } from '../cell-grid.js';

/** Longer lists of parts usually have another sign of belonging together. */
export const mostParts = 60;

/**
 * How many of the rows after the first are its parts, because their numbers add up to its own; or 0. The rows
 * look like siblings.
 */
export function countParts(grid: CellGrid, rows: readonly number[], columns: readonly number[]): number {
  const [whole, ...parts] = rows;
  if (whole === undefined) return 0;
  const stated = columns.filter((column) => !Number.isNaN(grid.number(whole, column)));
  const sums = new Map(stated.map((column) => [column, 0]));
  let best = { count: 0, agreeing: 0, error: Number.POSITIVE_INFINITY };
  for (const [at, part] of parts.entries()) {
    for (const column of stated) sums.set(column, (sums.get(column) ?? 0) + (grid.number(part, column) || 0));
    if (at === 0) continue;
    // A nought that is the sum of noughts says nothing; one that is not says that these are no parts.
    const telling = stated.filter((column) => grid.number(whole, column) !== 0 || sums.get(column) !== 0);
    const errorOf = (column: number) => Math.abs((sums.get(column) ?? 0) - grid.number(whole, column));
    const agreeing = telling.filter(
      (column) => errorOf(column) <= rounding(grid.number(whole, column), at + 1),
    );
    if (agreeing.length < Math.max(2, best.agreeing) || 2 * agreeing.length <= telling.length) continue;
    const error = agreeing.reduce((sum, column) => sum + errorOf(column), 0);
    // Within rounding, the smallest part may seem to be missing or one row too many to be a part.
    if (agreeing.length > best.agreeing || error < best.error)
      best = { count: at + 1, agreeing: agreeing.length, error };
  }
  return best.count && best.count + countZeros(grid, parts.slice(best.count), columns);
}

/** How many rows follow right below the last part with nothing but zeros: they add nothing, but are parts too. */
function countZeros(grid: CellGrid, rows: readonly number[], columns: readonly number[]): number {
  const addsNothing = (row: number) =>
    columns.some((column) => grid.number(row, column) === 0) &&
    columns.every((column) => !(Math.abs(grid.number(row, column)) > 0));
  const end = rows.findIndex((row) => !addsNothing(row));
  return end < 0 ? rows.length : end;
}

/** Smaller numbers are equal within rounding by chance. */
const leastRounded = 10;

/** How far a sum may be from the number that is stated for it: every part may have been rounded to a whole number. */
function rounding(stated: number, parts: number): number {
  const mayBeRounded = Number.isInteger(stated) && Math.abs(stated) >= leastRounded;
  return Math.max(mayBeRounded ? 0.5 * Math.sqrt(parts) : 0, Math.abs(stated) * 1e-3);
}
