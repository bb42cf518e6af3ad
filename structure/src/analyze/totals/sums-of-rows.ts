import type { ComputedLine } from '../../arithmetic/operation.js';
import type { CellGrid } from '../../cell-grid.js';
import { levelTotals } from '../../hierarchy/level-totals.js';
import { labelColumns } from '../../key-columns.js';
import type { ColumnSpec, RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { RegionLines } from '../region-lines.js';
import { hasFewDigits } from './chance-sums.js';
import { nestedTotals } from './nested-totals.js';
import { sumOfRows } from './sum-of-rows.js';

/** Totals of a level, where formulas do not tell the totals. */
export function levelSums(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  { bodyRows }: RegionLines,
  rows: readonly ComputedLine[],
): ComputedLine[] {
  if (region.headerColumns === 0 || rows.some(({ evidence }) => evidence === 'formula')) return [];
  const totals = levelTotals(grid, {
    labelColumns: labelColumns(cells, region, bodyRows),
    firstRow: bodyRows[0] ?? 0,
    lastRow: bodyRows.at(-1) ?? -1,
    lastColumn: region.range.right,
  });
  return [...totals].map(([line, parts]) => ({
    line,
    operation: 'sum',
    parts: parts.map(({ row, sign }) => ({ line: row, sign })),
    across: [],
    evidence: 'numbers',
  }));
}

/** Totals that only make up other totals, where formulas do not tell the totals. */
export function nestedSums(
  grid: CellGrid,
  { bodyRows }: RegionLines,
  values: readonly ColumnSpec[],
  told: readonly ComputedLine[],
  isTotal: (row: number) => boolean,
): ComputedLine[] {
  if (told.some(({ evidence }) => evidence === 'formula')) return [];
  const known = new Set(told.map(({ line }) => line));
  const columns = values.map(({ source }) => source);
  return nestedTotals(grid, bodyRows, columns, (row) => known.has(row) || isTotal(row)).filter(
    ({ line }) => !known.has(line),
  );
}

/** The first row of nothing but the sums of all rows above, without a label that says so. */
export function unlabelledTotal(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
): ComputedLine[] {
  const above = new Map<number, { sum: number; count: number }>();
  for (const [at, line] of rows.entries()) {
    const isSum = (column: number) => {
      const { sum, count } = above.get(column) ?? { sum: 0, count: 0 };
      return count > 1 && Math.abs(sum - grid.number(line, column)) <= Math.abs(sum) * 1e-9;
    };
    const isTotal =
      hasOnlyValues(cells, region, line) &&
      !hasFewDigits(grid, line, region.columns) &&
      cells.filledInRow(line, region.range).every(isSum);
    if (isTotal) return [sumOfRows(line, rows.slice(0, at))];
    for (const { source } of region.columns) {
      const number = grid.number(line, source);
      if (Number.isNaN(number)) continue;
      const { sum, count } = above.get(source) ?? { sum: 0, count: 0 };
      above.set(source, { sum: sum + number, count: count + 1 });
    }
  }
  return [];
}

/** Whether a row states values and not what they are of, unlike a record. */
function hasOnlyValues(cells: SheetCells, { range, columns }: RegionSpec, row: number): boolean {
  const values = new Set(
    columns.filter(({ role }) => role === 'value' || role === 'period').map(({ source }) => source),
  );
  return values.size < columns.length && cells.filledInRow(row, range).every((column) => values.has(column));
}
