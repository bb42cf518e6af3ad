import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { ColumnSpec, RegionSpec } from '../parse-spec.js';
import type { UnfoldedRegion } from './unfold-records.js';

/** What was found in an unfolded region, in the rows and columns of the sheet. */
export function foldRegion(region: RegionSpec, found: RegionSpec, unfolded: UnfoldedRegion): RegionSpec {
  const { rowParents, ...rest } = found;
  const rowsOf = (rows: readonly number[]) =>
    rows
      .flatMap((row) => unfolded.rows[row]?.lines.filter((one) => one !== undefined) ?? [])
      .sort((a, b) => a - b);
  const { group, derived } = found.rowRoles;
  const { unreadable } = found;
  return {
    ...rest,
    range: region.range,
    ...(region.recordRows !== undefined && { recordRows: region.recordRows }),
    headerRows: region.headerRows,
    rowRoles: { group: rowsOf(group), derived: rowsOf(derived) },
    // Levels are those of rows, and a record has several.
    layout: found.layout === 'report' ? 'flat' : found.layout,
    columns: found.columns.map((column) => foldColumn(column, unfolded)),
    ...(unreadable && {
      unreadable: unreadable.flatMap(({ row, column }) => {
        const { source, line } = unfolded.columnInSheet(column);
        const inSheet = unfolded.rows[row]?.lines[line - 1];
        return inSheet === undefined ? [] : [{ row: inSheet, column: source }];
      }),
    }),
  };
}

/** A column that nothing names is called by where it stands, as `B_2` for the second line of column B. */
function foldColumn({ source: unfoldedAt, ...column }: ColumnSpec, unfolded: UnfoldedRegion): ColumnSpec {
  const { source, line } = unfolded.columnInSheet(unfoldedAt);
  const isNamed = column.name !== columnLetters(unfoldedAt);
  const place = `${columnLetters(source)}${line === 1 ? '' : `_${line}`}`;
  return {
    ...column,
    name: isNamed ? column.name : place,
    source,
    ...(line > 1 && { line }),
  };
}
