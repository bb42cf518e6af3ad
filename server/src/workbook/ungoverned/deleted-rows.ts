import type { Cells, CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { CellRefused, castStoredCell } from '@workbook-data-service/sheets/values';
import { deletionsOf } from '../../catalog/row-edits.js';
import { columnsAt, type TableRecord } from '../../catalog/tables.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { rowStates } from './row-states.js';

/** The last states of deleted rows, by row id, in the table's current columns. */
export async function statesBeforeDeletion(
  data: WorkbookData,
  table: TableRecord,
  rowIds: readonly number[],
): Promise<Map<number, Cells>> {
  const states = new Map<number, Cells>();
  if (rowIds.length === 0) return states;
  const { db } = storesOf(data).catalog;
  const columns = await columnsAt(db, table.id, table.edit_version);
  for (const [version, deleted] of await deletionsOf(db, table.id, rowIds)) {
    const before = await rowStates(data, {
      workbookId: table.workbook_id,
      tableId: table.id,
      version: version - 1,
      rowIds: deleted,
    });
    for (const [rowId, cells] of before)
      states.set(rowId, Object.fromEntries(columns.map(({ id, type }) => [id, fitting(cells[id], type)])));
  }
  return states;
}

/** A value that no longer fits the type of its column is left out. */
function fitting(value: CellValue | undefined, type: ColumnType): CellValue {
  try {
    return castStoredCell(value, type);
  } catch (error) {
    if (error instanceof CellRefused) return null;
    throw error;
  }
}
