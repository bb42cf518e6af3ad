import { type CellGrid, Kind } from '../cell-grid.js';
import { readsAsPeriod } from '../lines/line-vocabulary.js';
import { filledCells, recordBelow, standsOut } from './header-evidence.js';

/**
 * Whether a row has values, though its cells alone could be names of columns: numbers that only its neighbours show to be
 * values, or amounts among records.
 */
export function holdsValues(grid: CellGrid, row: number, record: number | undefined): boolean {
  return areNumbersBetweenNames(grid, row) || (record === row - 1 && areAmountsOfRecord(grid, row));
}

/** `2450 | 120` below `Basic | Travel` and above `Tax | Pension`, which have numbers too. */
function areNumbersBetweenNames(grid: CellGrid, row: number): boolean {
  const columns = filledCells(grid, row);
  const areIn = (one: number, kind: Kind) => columns.every((column) => grid.kind(one, column) === kind);
  return (
    columns.length > 1 &&
    row > 0 &&
    row + 2 < grid.rowCount &&
    areIn(row, Kind.number) &&
    areIn(row - 1, Kind.text) &&
    areIn(row + 1, Kind.text) &&
    areIn(row + 2, Kind.number) &&
    !columns.some((column) => readsAsPeriod(grid.text(row, column)))
  );
}

/** `Storage | 5 GB | 100 GB | 1 TB`, looking like the next record: texts that begin with a digit and are no periods. */
function areAmountsOfRecord(grid: CellGrid, row: number): boolean {
  const [, ...values] = filledCells(grid, row).map((column) => grid.text(row, column).trim());
  const amounts = values.filter((text) => /^\d/.test(text) && !readsAsPeriod(text));
  if (amounts.length === 0 || 2 * amounts.length < values.length) return false;
  const below = recordBelow(grid, row);
  return below !== undefined && !standsOut(grid, row, below);
}
