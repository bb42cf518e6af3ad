import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { commonType } from '../values/common-type.js';
import type { ArrangedColumn, ArrangedTable } from './materialized-table.js';

/** The tables of several regions that are one: those of a kind below each other, their columns paired by name. */
export function joinTables(cells: SheetCells, regions: readonly ArrangedTable[][]): ArrangedTable[] {
  if (regions.length === 1) return regions[0] ?? [];
  const bySuffix = new Map<string, ArrangedTable[]>();
  for (const table of regions.flat())
    bySuffix.set(table.suffix, [...(bySuffix.get(table.suffix) ?? []), table]);
  return [...bySuffix.values()].map((tables) => joinOfAKind(cells, tables));
}

function joinOfAKind(cells: SheetCells, tables: readonly ArrangedTable[]): ArrangedTable {
  const [first, ...others] = tables as [ArrangedTable, ...ArrangedTable[]];
  if (others.length === 0) return first;
  const names = new Map(
    tables.flatMap(({ columns }) => columns.map(({ name }) => [name.toLowerCase(), name] as const)).reverse(),
  );
  return {
    ...first,
    rowCount: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    columns: [...names.keys()].reverse().map((key) => joinColumn(cells, tables, key)),
    headerLines: undefined,
    names: tables.flatMap((table) => table.names ?? []),
    labels: tables.flatMap((table) => table.labels ?? []),
  };
}

function joinColumn(cells: SheetCells, tables: readonly ArrangedTable[], key: string): ArrangedColumn {
  const parts = tables.map(({ columns, rowCount }) => ({
    column: columns.find(({ name }) => name.toLowerCase() === key),
    rowCount,
  }));
  const found = parts.flatMap(({ column }) => column ?? []);
  const [first] = found as [ArrangedColumn];
  const types = found.map(({ type }) => type);
  const extract = found.find((column) => column.extract)?.extract;
  const joined: ArrangedColumn = {
    ...first,
    ...(extract && { extract }),
    type: types.includes(null) ? null : (commonType(types.flatMap((type) => type ?? [])) ?? null),
    places: Float64Array.from(
      parts.flatMap(({ column, rowCount }) => [
        ...(column?.places ?? new Float64Array(rowCount).fill(Number.NaN)),
      ]),
    ),
  };
  const { text, ...asInSheet } = joined;
  if (found.every((column) => !column.text)) return asInSheet;
  const textOf = ({ places, text: made }: ArrangedColumn, row: number) => {
    const place = places[row] ?? Number.NaN;
    if (made) return made(row);
    return Number.isNaN(place) ? null : cells.column(columnOfPlace(place)).rendered(rowOfPlace(place));
  };
  return {
    ...joined,
    text: (row) => {
      let at = row;
      for (const { column, rowCount } of parts) {
        if (at < rowCount) return column ? textOf(column, at) : null;
        at -= rowCount;
      }
      return null;
    },
  };
}
