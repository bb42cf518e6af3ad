import type { Cells } from '@workbook-data-service/sheets/values';
import type { ReadableTable } from '../governance/governed-tables.js';
import { rowStates } from '../ungoverned/row-states.js';
import type { WorkbookData } from '../workbook-data.js';

/**
 * A row at a version, in the visible columns of the table; undefined if it did not exist.
 * For earlier versions than the table's own, the table must come from `tableOfPast`.
 */
export async function rowAt(
  data: WorkbookData,
  { record, columns, ...table }: ReadableTable,
  rowId: number,
  version = table.version,
): Promise<Cells | undefined> {
  const at = { workbookId: record.workbook_id, tableId: record.id, version };
  const cells = (await rowStates(data, { ...at, rowIds: [rowId] })).get(rowId);
  if (!cells) return undefined;
  const visible: Cells = {};
  for (const { id, masked } of columns) if (id in cells) visible[id] = masked ? null : (cells[id] ?? null);
  return visible;
}
