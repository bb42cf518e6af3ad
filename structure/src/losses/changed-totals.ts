import type { StatedTotal } from '../findings.js';
import { readRegionRows } from '../materialize/region-rows.js';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import { namesRatio, namesResult, namesStatistic } from '../total-vocabulary.js';
import type { StandingCells } from './standing-cells.js';

/** A reading of a sheet, where its cells stand, and its totals. */
export interface JudgedReading {
  spec: SheetSpec;
  standing: StandingCells;
  totals: readonly StatedTotal[];
}

/** What a reading says otherwise about totals than another: places of cells. */
interface ChangedTotals {
  /** Totals that agreed with their parts and would not. */
  disagreeing: number[];
  /** Totals that would stand as records among those that they sum. */
  amongRecords: number[];
  /** Records that would be totals, though nothing is added up there. */
  unexplained: number[];
  /** Totals whose rows were under one heading, and would not be. */
  apart: number[];
}

export function changedTotals(cells: SheetCells, before: JudgedReading, after: JudgedReading): ChangedTotals {
  const agreeing = [...before.totals, ...after.totals].filter(({ agrees }) => agrees);
  const agreed = new Set(before.totals.filter(({ agrees }) => agrees).map(placeOfTotal));
  const sums = agreeing.filter(isSumOfRows);
  const explained = new Set(sums.map(placeOfTotal));
  const became = (isSo: (reading: JudgedReading) => (total: StatedTotal) => boolean) => {
    const [was, is] = [isSo(before), isSo(after)];
    return [...new Set(sums.filter((total) => is(total) && !was(total)).map(placeOfTotal))];
  };
  return {
    disagreeing: after.totals
      .filter((total) => !total.agrees && agreed.has(placeOfTotal(total)))
      .map(placeOfTotal),
    amongRecords: became(
      ({ standing }) =>
        (total) =>
          isAmongItsParts(standing, total),
    ),
    apart: became((reading) => areApart(cells, reading)),
    unexplained: after.spec.regions.flatMap((region) =>
      region.rowRoles.derived
        .filter(
          (row) =>
            wasRecord(cells, before.standing, region, row) && !isExplained(cells, region, row, explained),
        )
        .map((row) => placeOf(row, region.range.left)),
    ),
  };
}

const placeOfTotal = ({ cell }: StatedTotal) => placeOf(cell.row, cell.column);

/** Whether a total sums several cells of its column. */
const isSumOfRows = ({ cell, operation, parts }: StatedTotal) =>
  operation === 'sum' &&
  parts.every(({ left, right }) => left === cell.column && right === cell.column) &&
  rowsOf(parts).length > 1;

const rowsOf = (parts: StatedTotal['parts']) =>
  parts.flatMap(({ top, bottom }) => Array.from({ length: bottom - top + 1 }, (_, at) => top + at));

/** Whether a sum is a record of the table that has all that it sums. */
function isAmongItsParts(standing: StandingCells, { cell, parts }: StatedTotal): boolean {
  const own = standing.bodyColumnOf(cell.row, cell.column);
  if (!own || own.role === 'computed') return false;
  return rowsOf(parts).every((row) => standing.bodyColumnOf(row, cell.column) === own);
}

/** Whether what a total sums is under several headings. */
function areApart(cells: SheetCells, { spec }: JudgedReading): (total: StatedTotal) => boolean {
  const headings = new Map<number, string>();
  for (const region of spec.regions)
    if (region.kind === 'data' && region.layout !== 'form')
      for (const { row, path } of readRegionRows(cells, region).body)
        headings.set(row, (region.layout === 'report' ? path.slice(0, -1) : path).join(' '));
  return ({ parts }) => new Set(rowsOf(parts).flatMap((row) => headings.get(row) ?? [])).size > 1;
}

function wasRecord(cells: SheetCells, standing: StandingCells, { range }: RegionSpec, row: number): boolean {
  return cells.filledInRow(row, range).some((column) => {
    const role = standing.bodyColumnOf(row, column)?.role;
    return role !== undefined && role !== 'computed';
  });
}

function isExplained(
  cells: SheetCells,
  { range }: RegionSpec,
  row: number,
  explained: ReadonlySet<number>,
): boolean {
  const filled = cells.filledInRow(row, range);
  const label = cells.text(row, filled[0] ?? range.left);
  return (
    namesResult(label) ||
    namesStatistic(label) ||
    namesRatio(label) ||
    filled.some((column) => explained.has(placeOf(row, column)))
  );
}
