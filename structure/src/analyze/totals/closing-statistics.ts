import type { CellGrid } from '../../cell-grid.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';

/** Fewer records may have the same numbers by chance. */
const minRecords = 8;
/** More rows without a label are records of some kind. */
const maxRows = 8;
const minColumns = 2;
/** Of the numbers of a row: a colleague may have left out a row of a range. */
const minAgreeing = 0.8;

/**
 * The last rows of a list without a label, each of which states one statistic of the records in its columns: the highest marks, the
 * lowest, the average and how far they are spread.
 */
export function closingStatistics(
  { cells, grid }: { cells: SheetCells; grid: CellGrid },
  { columns, range }: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  const label = columns[0]?.source ?? range.left;
  const last = rows.findLastIndex((row) => !cells.isBlank(row, label));
  const closing = rows.slice(last + 1);
  const records = rows.slice(0, last + 1);
  const areLabelled = records.every((row) => !cells.isBlank(row, label));
  if (closing.length === 0 || closing.length > maxRows || records.length < minRecords || !areLabelled)
    return [];
  const statistics = new Map(columns.map(({ source }) => [source, readStatistics(grid, records, source)]));
  const isStatistic = (row: number) => {
    const stated = columns
      .map(({ source }) => source)
      .filter((column) => !Number.isNaN(grid.number(row, column)));
    // Without any figures yet, all of them are 0.
    if (stated.length < minColumns || stated.every((column) => grid.number(row, column) === 0)) return false;
    return names.some((_, which) => {
      const agreeing = stated.filter((column) =>
        isNear(grid.number(row, column), statistics.get(column)?.[which]),
      );
      return agreeing.length >= minAgreeing * stated.length;
    });
  };
  return closing.every(isStatistic) ? closing : [];
}

const names = ['greatest', 'least', 'mean', 'deviation of a sample', 'deviation', 'sum', 'count', 'median'];

/** In the order of their names. */
function readStatistics(grid: CellGrid, rows: readonly number[], column: number): number[] {
  const numbers = rows.map((row) => grid.number(row, column)).filter((number) => !Number.isNaN(number));
  const sorted = numbers.toSorted((a, b) => a - b);
  const count = numbers.length;
  const sum = numbers.reduce((total, number) => total + number, 0);
  const squares = numbers.reduce((total, number) => total + (number - sum / count) ** 2, 0);
  const middle = ((sorted[Math.floor((count - 1) / 2)] ?? 0) + (sorted[Math.ceil((count - 1) / 2)] ?? 0)) / 2;
  const deviations = [Math.sqrt(squares / (count - 1)), Math.sqrt(squares / count)];
  return [sorted.at(-1) ?? 0, sorted[0] ?? 0, sum / count, ...deviations, sum, count, middle];
}

const isNear = (number: number, computed: number | undefined) =>
  computed !== undefined && Math.abs(number - computed) <= Math.max(0.006, Math.abs(computed) * 1e-6);
