import type { RegionSpec } from '../parse-spec.js';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import { isNumberType } from '../values/unreadable-numbers.js';
import type { ArrangedColumn } from './materialized-table.js';

/** The cells in columns of numbers that the spec leaves blank; one that has become readable since is read. */
export function leftBlank(cells: SheetCells, { range, columns, unreadable = [] }: RegionSpec): number[] {
  const numeric = new Map(columns.filter(({ type }) => isNumberType(type)).map((one) => [one.source, one]));
  return unreadable
    .filter(({ row, column }) => row >= range.top && row <= range.bottom && numeric.has(column))
    .filter(({ row, column }) => !cells.isReadable(row, column, numeric.get(column)?.unit))
    .map(({ row, column }) => placeOf(row, column));
}

/** The column without the values of certain cells. */
export function withoutPlaces(column: ArrangedColumn, left: ReadonlySet<number>): ArrangedColumn {
  if (column.type === 'VARCHAR' || !column.places.some((place) => left.has(place))) return column;
  return { ...column, places: column.places.map((place) => (left.has(place) ? Number.NaN : place)) };
}
