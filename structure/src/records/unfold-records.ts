import { CellKind, type CellRange, type GridColumn, type Sheet } from '@workbook-data-service/sheets/grid';
import type { CellAddress, RegionSpec } from '../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { type RowsOfOne, recordRowsOf } from './record-rows.js';

/** A region whose records take several rows as one in which each takes a single row, its lines beside each other. */
export interface UnfoldedRegion {
  cells: SheetCells;
  /** It has the columns of the first line, then those of the second, and so on. */
  region: RegionSpec;
  /** By the row of `cells`, those of the sheet. */
  rows: readonly RowsOfOne[];
  /** Where a column of `cells` stands in the sheet. */
  columnInSheet(column: number): { source: number; line: number };
  /** Where a cell stands in the sheet; NaN for a place that is none. */
  placeInSheet(place: number): number;
}

export const hasRecordRows = ({ recordRows = 1 }: RegionSpec): boolean => recordRows > 1;

export function unfoldRecords(cells: SheetCells, region: RegionSpec): UnfoldedRegion {
  const { range, recordRows = 1, rowLabels: _, ...rest } = region;
  const width = range.right - range.left + 1;
  const rows = recordRowsOf(cells, region);
  const columnInSheet = (column: number) => ({
    source: range.left + (column % width),
    line: Math.floor(column / width) + 1,
  });
  const rowInSheet = (row: number, line: number) => {
    const { lines, isOverAll } = rows[row] ?? { lines: [] };
    return lines[isOverAll ? 0 : line - 1];
  };
  const columnOf = (source: number, line = 1) => (line - 1) * width + source - range.left;
  const at = new Map(
    rows.flatMap(({ lines }, row) => lines.map((one, line) => [one, { row, line: line + 1 }])),
  );
  const sheet = unfoldSheet(cells.sheet, {
    rowCount: rows.length,
    columnCount: width * recordRows,
    cellInSheet: (row, column) => {
      const { source, line } = columnInSheet(column);
      return { row: rowInSheet(row, line), column: source };
    },
    merges: cells.sheet.merges.flatMap((merge) => unfoldMerge(merge, range, at, columnOf)),
  });
  const rowsIn = (given: readonly number[]) => [...new Set(given.flatMap((row) => at.get(row)?.row ?? []))];
  const { group, derived, ungrouped } = region.rowRoles;
  const addressIn = ({ row, column }: CellAddress) => {
    const found = at.get(row);
    return found ? [{ row: found.row, column: columnOf(column, found.line) }] : [];
  };
  const rowLabels = Object.entries(region.rowLabels ?? {}).flatMap(([of, cell]) => {
    const row = at.get(Number(of))?.row;
    return row === undefined ? [] : addressIn(cell).map((address) => [row, address] as const);
  });
  return {
    cells: cells.of(sheet),
    rows,
    columnInSheet,
    placeInSheet: (place) => {
      const { source, line } = columnInSheet(columnOfPlace(place));
      const row = rowInSheet(rowOfPlace(place), line);
      return row === undefined ? Number.NaN : placeOf(row, source);
    },
    region: {
      ...rest,
      range: { top: 0, left: 0, bottom: Math.max(0, rows.length - 1), right: width * recordRows - 1 },
      headerRows: rowsIn(region.headerRows),
      rowRoles: {
        group: rowsIn(group),
        derived: rowsIn(derived),
        ...(ungrouped && { ungrouped: rowsIn(ungrouped) }),
      },
      columns: region.columns.map(({ line, ...column }) => ({
        ...column,
        source: columnOf(column.source, line),
      })),
      ...(rowLabels.length > 0 && { rowLabels: Object.fromEntries(rowLabels) }),
      ...(region.unreadable && { unreadable: region.unreadable.flatMap(addressIn) }),
    },
  };
}

/** A cell that is merged over lines of one record is only wider than others, or not even that. */
function unfoldMerge(
  { top, left, bottom, right }: CellRange,
  range: CellRange,
  at: ReadonlyMap<number | undefined, { row: number; line: number }>,
  columnOf: (source: number, line: number) => number,
): CellRange[] {
  const first = at.get(top);
  if (!first || left < range.left || right > range.right) return [];
  const last = at.get(bottom) ?? first;
  if (last.row === first.row && left === right) return [];
  const { row, line } = first;
  return [{ top: row, bottom: last.row, left: columnOf(left, line), right: columnOf(right, line) }];
}

interface Unfolding extends Pick<Sheet, 'rowCount' | 'merges'> {
  columnCount: number;
  cellInSheet(row: number, column: number): { row: number | undefined; column: number };
}

/** Formulas are left out: they mean rows and columns of the sheet as it is. */
function unfoldSheet(sheet: Sheet, { rowCount, columnCount, cellInSheet, merges }: Unfolding): Sheet {
  const columns = Array.from({ length: columnCount }, (_, at): GridColumn => {
    const column: GridColumn = {
      firstRow: 0,
      kinds: new Uint8Array(rowCount),
      values: new Float64Array(rowCount),
      styles: new Uint16Array(rowCount),
      formulas: new Map<number, string>(),
    };
    for (let row = 0; row < rowCount; row++) {
      const place = cellInSheet(row, at);
      const held = sheet.columns[place.column];
      const slot = (place.row ?? Number.NaN) - (held?.firstRow ?? 0);
      column.kinds[row] = held?.kinds[slot] ?? CellKind.empty;
      column.values[row] = held?.values[slot] ?? 0;
      if (column.styles) column.styles[row] = held?.styles?.[slot] ?? 0;
    }
    return column;
  });
  const { hasEmptyText } = sheet;
  return {
    ...sheet,
    rowCount,
    columns,
    merges,
    hiddenRows: new Set(),
    hiddenColumns: new Set(),
    columnWidths: new Map(),
    rowOutline: new Map(),
    columnOutline: new Map(),
    tables: [],
    arrays: [],
    dataTables: [],
    comments: [],
    validations: [],
    hyperlinks: [],
    ...(hasEmptyText && {
      hasEmptyText: (row, column) => {
        const place = cellInSheet(row, column);
        return place.row !== undefined && hasEmptyText(place.row, place.column);
      },
    }),
  };
}
