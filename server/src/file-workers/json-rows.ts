import { type ColumnData, type JsonCell, jsonCell } from '@workbook-data-service/sheets/columns';

/** The rows of a table by column name, in the form of a request. */
export function jsonRows(
  columns: readonly (ColumnData & { name: string })[],
  rowCount: number,
): Record<string, JsonCell>[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, jsonCell(column, row)])),
  );
}
