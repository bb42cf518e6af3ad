import type { RegionSpec } from '../../core/parse-spec.js';
import { namesDifference } from '../arithmetic/label-words.js';
import type { SheetCells } from '../sheet-cells.js';
import { namesRatio, namesStatistic } from '../total-words.js';

const mostRatios = 5;

/**
 * What belongs to the totals that close a table, though no number confirms it: tax and shipping between the
 * subtotal and the total, and averages and ratios below.
 */
export function closingRows(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
  computed: ReadonlySet<number>,
): number[] {
  const first = rows.findIndex((row) => computed.has(row));
  const last = rows.findLastIndex((row) => computed.has(row));
  if (first < 2) return [];
  return [
    ...chargesBetween(cells, region, rows, first, last),
    ...ratiosAfter(cells, region, rows, last),
  ].filter((row) => !computed.has(row));
}

/** They have a number where the subtotal has one, and nothing else of what the rows above have. */
function chargesBetween(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
  first: number,
  last: number,
): readonly number[] {
  const labels = new Set(labelsOf(region));
  const valuesIn = (row: number) =>
    cells.filledInRow(row, region.range).filter((column) => !labels.has(column));
  const stated = new Set(valuesIn(rows[first] as number));
  const leastAbove = Math.min(...rows.slice(0, first).map((row) => valuesIn(row).length));
  const between = rows.slice(first, last);
  const isLike = (row: number) => valuesIn(row).every((column) => stated.has(column));
  return stated.size < leastAbove && between.every(isLike) ? between : [];
}

function ratiosAfter(
  cells: SheetCells,
  region: RegionSpec,
  rows: readonly number[],
  last: number,
): readonly number[] {
  const after = rows.slice(last + 1);
  const isNamed = (row: number) =>
    labelsOf(region).some((column) => {
      const label = cells.text(row, column);
      return namesRatio(label) || namesDifference(label) || namesStatistic(label);
    });
  return after.length <= mostRatios && after.every(isNamed) ? after : [];
}

const labelsOf = ({ columns, headerColumns }: RegionSpec) =>
  columns.slice(0, Math.max(1, headerColumns)).map(({ source }) => source);
