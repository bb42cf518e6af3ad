import type { CellAddress, ColumnSpec, RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';

const isAt = (row: number, column: number) => (cell: CellAddress | undefined) =>
  cell?.row === row && cell.column === column;

/**
 * The heading over a field of a form, in the nearest row above that heads fields: of several beside each other the last that
 * begins no further right than the label of the field.
 */
export function headingOfField(
  cells: SheetCells,
  { range, rowRoles, columns }: RegionSpec,
  { cell, label }: ColumnSpec,
): CellAddress | undefined {
  const own = label ?? cell;
  if (!own) return undefined;
  const row = rowRoles.group.filter((one) => one < own.row).at(-1);
  const isEnded = (rowRoles.ungrouped ?? []).some((end) => end > (row ?? own.row) && end <= own.row);
  if (row === undefined || isEnded) return undefined;
  const isOfField = (column: number) =>
    columns.some((field) => [field.cell, field.label, ...(field.moreCells ?? [])].some(isAt(row, column)));
  const headings = cells.filledInRow(row, range).filter((column) => !isOfField(column));
  const column = headings.findLast((one) => one <= own.column) ?? headings[0];
  return column === undefined ? undefined : { row, column };
}
