import { type CellGrid, Kind } from '../cell-grid.js';
import { readsAsPeriod } from '../lines/line-words.js';
import { filledCells } from './header-evidence.js';

/** Records above a row that are looked at for the values of a column. */
const mostCompared = 40;

/** `2450 | 120` below `Basic | Travel` and above `Tax | Pension`, which have numbers too: a record, and no name of columns. */
export function isBetweenNames(grid: CellGrid, row: number): boolean {
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

/** `Storage | 5 GB | 100 GB | 1 TB` among the records of a comparison: texts that begin with a digit and are no periods. */
export function hasMeasuredValues(grid: CellGrid, row: number): boolean {
  const [, ...values] = filledCells(grid, row).map((column) => grid.text(row, column).trim());
  const measured = values.filter((text) => /^\d/.test(text) && !readsAsPeriod(text));
  return measured.length > 0 && 2 * measured.length >= values.length;
}

/** `status | meaning` over `A | active` below a table with a column `status`, which has the value `A`. */
export function explainsColumn(
  grid: CellGrid,
  header: number,
  [names = 0, ...rows]: readonly number[],
): boolean {
  const [key = 0] = filledCells(grid, names);
  const explained = filledCells(grid, header).find(
    (column) => column !== key && grid.text(header, column).trim() === grid.text(names, key).trim(),
  );
  if (explained === undefined) return false;
  const values = new Set<string>();
  for (let row = Math.max(header + 1, names - mostCompared); row < names; row++)
    values.add(grid.text(row, explained).trim());
  return rows.every((row) => values.has(grid.text(row, key).trim()));
}
