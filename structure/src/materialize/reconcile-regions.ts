import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { reconcileTable } from '../arithmetic/reconcile-table.js';
import type { CellGrid } from '../cell-grid.js';
import type { PartOfTotal, StatedTotal } from '../findings.js';
import { type RegionSpec, rowsApart } from '../parse-spec.js';
import { hasRecordRows, type UnfoldedRegion, unfoldRecords } from '../records/unfold-records.js';
import { columnOfPlace, placeOf, rowOfPlace, SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { bodyOf } from '../table-body.js';
import { levelSums } from './level-sums.js';

/** In a larger table only rows that the spec says are computed are worth the search. */
const maxCells = 200_000;
const maxListed = 1000;

/**
 * Every number of a sheet's tables that follows from others, each by its own operation. Where there are too many
 * to list, those that disagree come first.
 */
export function reconcileRegions(
  sheet: Sheet,
  dialect: Dialect | null,
  regions: readonly RegionSpec[],
): StatedTotal[] {
  const searched = regions.filter(isWorthSearching);
  if (searched.length === 0 || isTooLargeToStudy(sheet)) return [];
  const grid = gridOfSheet(sheet, dialect);
  const totals = searched.flatMap((region) =>
    hasRecordRows(region) ? reconcileRecords(sheet, dialect, region) : reconcileRegion(grid, region),
  );
  if (totals.length <= maxListed) return totals;
  return [...totals.filter(({ agrees }) => !agrees), ...totals.filter(({ agrees }) => agrees)].slice(
    0,
    maxListed,
  );
}

function isWorthSearching(region: RegionSpec): boolean {
  const { kind, range, columns, rowRoles } = region;
  if (kind !== 'data') return false;
  return rowRoles.derived.length > 0 || (range.bottom - range.top + 1) * columns.length <= maxCells;
}

function reconcileRegion(grid: CellGrid, region: RegionSpec): StatedTotal[] {
  const top = region.headerRows.find((row, at) => row !== region.range.top + at);
  const later = rowsApart(region.rowRoles);
  if (top !== undefined) for (const row of region.headerRows) if (row >= top) later.add(row);
  // A year in a header that is repeated between the rows is no number of theirs, nor is one in a remark.
  const numbers = later.size > 0 ? grid.without((row) => later.has(row)) : grid;
  const body = bodyOf(numbers, region);
  return body ? reconcileTable(numbers, body, levelSums(numbers, region)) : [];
}

/** Totals of records that take several rows, each by the cells in the same row of these. */
function reconcileRecords(sheet: Sheet, dialect: Dialect | null, region: RegionSpec): StatedTotal[] {
  const unfolded = unfoldRecords(new SheetCells(sheet, dialect), region);
  const totals = reconcileRegion(gridOfSheet(unfolded.cells.sheet, dialect), unfolded.region);
  return totals.flatMap((total) => {
    const [cell] = cellsInSheet(unfolded, total.cell.row, total.cell.column);
    return cell
      ? [{ ...total, cell, parts: total.parts.flatMap((part) => partsInSheet(unfolded, part)) }]
      : [];
  });
}

function partsInSheet(
  unfolded: UnfoldedRegion,
  { top, left, bottom, right, sign }: PartOfTotal,
): PartOfTotal[] {
  const parts: PartOfTotal[] = [];
  for (let at = top; at <= bottom; at++)
    for (let place = left; place <= right; place++)
      for (const { row, column } of cellsInSheet(unfolded, at, place))
        parts.push({ top: row, left: column, bottom: row, right: column, sign });
  return parts;
}

function cellsInSheet({ placeInSheet }: UnfoldedRegion, row: number, column: number) {
  const place = placeInSheet(placeOf(row, column));
  return Number.isNaN(place) ? [] : [{ row: rowOfPlace(place), column: columnOfPlace(place) }];
}
