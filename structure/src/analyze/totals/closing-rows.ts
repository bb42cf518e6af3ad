import { namesDifference } from '../../arithmetic/operation-vocabulary.js';
import type { CellGrid } from '../../cell-grid.js';
import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { namesRatio, namesStatistic } from '../../total-vocabulary.js';
import { chargesAbove } from './closing-charges.js';
import { ClosingLayout } from './closing-layout.js';
import { endsInFigureOfTotals } from './figures-of-totals.js';
import { TableEnd } from './table-end.js';

/** More rows below a total are records of some kind. */
const maxBelow = 5;

/**
 * What belongs to the totals that close a table, though no number confirms it as a sum. Above the last total it is the
 * charges that it includes; below, what is filled unlike any record, called a figure, or leads to a figure of totals.
 */
export function closingRows(
  sheet: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
  computed: ReadonlySet<number>,
): number[] {
  const first = rows.findIndex((row) => computed.has(row));
  if (first < 2) return [];
  const end = new TableEnd(sheet, region, rows, computed);
  const betweenTotals = rows.slice(first, end.last);
  const above = new Set(chargesAbove(end));
  // Among accounts, what is taken off a total is an account as well.
  const isAmongAccounts = betweenTotals.some((row) => !computed.has(row) && !above.has(row));
  return [...above, ...closingBelow(end, isAmongAccounts)].filter((row) => !computed.has(row));
}

function closingBelow(end: TableEnd, isAmongAccounts: boolean): readonly number[] {
  const { after } = end;
  if (after.length > maxBelow) return [];
  const layout = new ClosingLayout(end, end.records);
  const isFigure = (row: number) =>
    layout.isLabelledOverBlanks(row) ||
    layout.isLabelledOverNumbers(row) ||
    layout.lacksKey(row) ||
    layout.hasFewCells(row) ||
    isNamedFigure(end, row);
  if (after.every(isFigure)) return after;
  return endsInFigureOfTotals(end) ? after.slice(isAmongAccounts ? -1 : 0) : [];
}

function isNamedFigure({ cells, labelColumns }: TableEnd, row: number): boolean {
  return labelColumns.some((column) => {
    const label = cells.text(row, column);
    return namesRatio(label) || namesDifference(label) || namesStatistic(label);
  });
}
