import type { ComputedLine } from '../../arithmetic/operation.js';
import type { CellGrid } from '../../cell-grid.js';
import type { ColumnSpec } from '../../parse-spec.js';
import type { RegionLines } from '../region-lines.js';
import { hasFewDigits } from './chance-sums.js';
import { sumOfRows } from './sum-of-rows.js';

/** One number may be its own total by chance. */
const minParts = 2;
/** Where nothing is called a total. */
const minUnnamed = 3;

/**
 * Totals that are written a column further to the right than what they add up, as in accounts kept by hand: `Hire | 840 |`
 * and `Fees | 160 |` above `Total income | | 1000`, or above the 1000 alone.
 */
export function totalsBeside(
  grid: CellGrid,
  values: readonly ColumnSpec[],
  { bodyRows, groupRows }: RegionLines,
  isTotal: (row: number) => boolean,
): ComputedLine[] {
  const columns = values.map(({ source }) => source);
  const onlyNumber = (row: number) => {
    const filled = columns.filter((column) => !Number.isNaN(grid.number(row, column)));
    return filled.length === 1 ? filled[0] : undefined;
  };
  const heads = new Set(groupRows);
  return bodyRows.flatMap((line, at): ComputedLine[] => {
    const own = onlyNumber(line);
    const left = own === undefined ? undefined : columns[columns.indexOf(own) - 1];
    if (own === undefined || left === undefined) return [];
    const parts: number[] = [];
    for (const row of bodyRows.slice(0, at).reverse()) {
      if (onlyNumber(row) !== left) break;
      parts.unshift(row);
      if (heads.has(row - 1)) break;
    }
    const sum = parts.reduce((all, row) => all + grid.number(row, left), 0);
    const isSum = Math.abs(sum - grid.number(line, own)) <= Math.abs(sum) * 1e-9;
    const isNamed = isTotal(line);
    if (!isSum || parts.length < (isNamed ? minParts : minUnnamed)) return [];
    if (!isNamed && hasFewDigits(grid, line, values)) return [];
    return [sumOfRows(line, parts)];
  });
}
