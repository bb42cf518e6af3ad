import { type ColumnData, emptyData, valueWriter } from '@workbook-data-service/sheets/columns';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { writeParquet } from './write-parquet.js';

/** The physical name of the column at a position; user-given names are in the catalog. */
export function columnId(index: number): string {
  return `c${index + 1}`;
}

/** Writes a table as a Parquet segment: its columns by identifier, then the row identifiers 1, 2, 3, … */
export async function writeSegment(
  table: { columns: readonly ColumnData[]; rowCount: number },
  path: string,
): Promise<void> {
  const columns = table.columns.map((data, index) => ({ name: columnId(index), data }));
  const rowIds = { name: ROW_ID, data: rowIdColumn(table.rowCount) };
  await writeParquet(path, [...columns, rowIds], table.rowCount);
}

function rowIdColumn(rowCount: number): ColumnData {
  const rowIds = emptyData('BIGINT', rowCount);
  const write = valueWriter(rowIds);
  for (let row = 0; row < rowCount; row++) write(row, row + 1);
  return rowIds;
}
