import type { CellGrid } from '../cell-grid.js';
import type { CellAddress } from './aggregation.js';
import type { TotalLine } from './find-total-lines.js';

/** A total that the file states, and the sum of its rows. */
export interface Reconciliation {
  cell: CellAddress;
  stated: number;
  computed: number;
  difference: number;
}

/** Every column in which a total row states a number, also where it disagrees with its parts. */
export function reconcileTotalRows(
  grid: CellGrid,
  totals: readonly TotalLine[],
  columns: { left: number; right: number },
): Reconciliation[] {
  const checks: Reconciliation[] = [];
  for (const { line, parts } of totals) {
    for (let column = columns.left; column <= columns.right; column++) {
      const stated = grid.number(line, column);
      const numbers = parts
        .map((part) => grid.number(part, column))
        .filter((number) => !Number.isNaN(number));
      if (Number.isNaN(stated) || numbers.length === 0) continue;
      const computed = roundOffBinaryNoise(numbers.reduce((sum, number) => sum + number, 0));
      checks.push({
        cell: [line, column],
        stated,
        computed,
        difference: roundOffBinaryNoise(stated - computed),
      });
    }
  }
  return checks;
}

/** A person who checks a total expects 0.1 + 0.2 to be 0.3. */
function roundOffBinaryNoise(number: number): number {
  return Number(number.toPrecision(12));
}
