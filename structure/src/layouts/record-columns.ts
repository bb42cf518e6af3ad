import type { ColumnSpec, RegionSpec } from '../parse-spec.js';
import { hasRecordRows, unfoldRecords } from '../records/unfold-records.js';
import type { SheetCells } from '../sheet-cells.js';
import { headerLabels, topRows } from './header-labels.js';

type Place = Pick<RegionSpec, 'range'>;

const shiftOf = ({ range: { left, right } }: Place, { line = 1 }: ColumnSpec) =>
  (line - 1) * (right - left + 1);

/** Columns of records that take several rows, as if their rows stood beside each other: no two have the same source. */
export const besideEachOther = (region: Place, columns: readonly ColumnSpec[]): ColumnSpec[] =>
  columns.map((column) => ({ ...column, source: column.source + shiftOf(region, column) }));

/** The same columns where they stand in the sheet. */
export const inTheirRows = (region: Place, columns: readonly ColumnSpec[]): ColumnSpec[] =>
  columns.map((column) => ({ ...column, source: column.source - shiftOf(region, column) }));

/** What the header says over each column, in the row that names its line. */
export function labelsOfColumns(cells: SheetCells, region: RegionSpec, rows: readonly number[]): string[] {
  const sources = region.columns.map(({ source }) => source);
  if (!hasRecordRows(region)) return headerLabels(cells, region.range, rows, sources);
  const { cells: beside, region: one } = unfoldRecords(cells, region);
  const columns = one.columns.map(({ source }) => source);
  return headerLabels(beside, one.range, topRows(one.headerRows), columns);
}
