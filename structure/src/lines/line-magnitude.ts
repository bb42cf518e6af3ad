import type { CellGrid } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';

const linesAround = 8;

/**
 * The size of a line's numbers among the lines around it: the share of its columns in which it is the largest
 * above and below, the share in which all its values are one (100 percent), and the mean logarithm of its
 * ratio to the mean of the lines around.
 */
export function sizeAmong(grid: CellGrid, lines: readonly LineFacts[], index: number): number[] {
  const own = lines[index] as LineFacts;
  if (own.numbers === 0) return [-1, -1, -1, -1, 0, 0];
  let columns = 0;
  let largestAbove = 0;
  let largestBelow = 0;
  let hundreds = 0;
  let first = Number.NaN;
  let same = 0;
  let logRatio = 0;
  for (let column = own.firstColumn; column <= own.lastColumn; column++) {
    const value = Math.abs(grid.number(own.row, column));
    if (Number.isNaN(value)) continue;
    columns++;
    if (Number.isNaN(first)) first = value;
    if (value === first) same++;
    if (Math.abs(value - 100) < 0.06 || value === 1) hundreds++;
    const above = largest(grid, lines, index, column, -1);
    const below = largest(grid, lines, index, column, 1);
    if (value > 0 && value >= above) largestAbove++;
    if (value > 0 && value >= below) largestBelow++;
    const around = Math.max(above, below);
    if (value > 0 && around > 0) logRatio += Math.log(value / around);
  }
  return [
    largestAbove / columns,
    largestBelow / columns,
    hundreds / columns,
    same / columns,
    logRatio / columns,
    columns,
  ];
}

/** The largest number of a column in the lines of one direction, or 0. */
function largest(
  grid: CellGrid,
  lines: readonly LineFacts[],
  index: number,
  column: number,
  step: 1 | -1,
): number {
  let most = 0;
  for (let distance = 1; distance <= linesAround; distance++) {
    const line = lines[index + distance * step];
    if (!line) break;
    const value = Math.abs(grid.number(line.row, column));
    if (value > most) most = value;
  }
  return most;
}
