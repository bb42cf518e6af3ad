import type { CellGrid } from '../cell-grid.js';
import { filledCells } from './header-evidence.js';

/** Records above a row that are looked at for the values of a column. */
const maxCompared = 40;

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
  for (let row = Math.max(header + 1, names - maxCompared); row < names; row++)
    values.add(grid.text(row, explained).trim());
  return rows.every((row) => values.has(grid.text(row, key).trim()));
}
